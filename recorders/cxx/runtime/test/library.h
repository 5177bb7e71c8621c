#pragma once

void scene_strings(void);
void scene_scan(void);
void scene_sort(void);
void scene_output(void);
