/* Processes that come out of this one. */
#pragma once

void culprit_watch_forks(void);
