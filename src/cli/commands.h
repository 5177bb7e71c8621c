#pragma once

#include "src/cli/command.h"

namespace culprit::cli {

// One file each: command_NAME.cpp.
Command record_command();
Command run_command();
Command debug_command();
Command tree_command();
Command show_command();
Command info_command();
Command evaluate_command();
Command optimal_command();
Command graph_command();
Command import_command();
Command export_command();
Command pack_command();
Command doctor_command();
Command completion_command();

// Not listed: for those who work on Culprit itself.
Command check_command();

}  // namespace culprit::cli
