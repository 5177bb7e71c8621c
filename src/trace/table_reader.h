#pragma once

#include "src/trace/segment_table.h"
#include "src/trace/tables.h"

namespace culprit::trace {

/// Reads the definitions. What is damaged is left out and noted in the segment table. Every id in the result
/// is a row of its table; no function encloses itself, and no type holds itself by value, however far around.
Tables read_tables(const SegmentTable& segments);

}  // namespace culprit::trace
