#include "src/service/json_looks.h"

#include <nlohmann/json.hpp>

#include "src/service/json_text.h"

namespace culprit::service {
namespace {

using nlohmann::json;

json value_or_null(const std::optional<state::Value>& value) {
  return value ? to_json(*value) : json();
}

json values_json(const std::vector<std::optional<state::Value>>& values) {
  json out = json::array();
  for (const auto& value : values) out.push_back(value_or_null(value));
  return out;
}

json step_json(const Step& step) {
  json out = to_json(step.about);
  out["line"] = step.line == 0 ? json() : json(step.line);
  if (step.is_loop) out["is_loop"] = true;
  if (step.are_the_rest) out["are_the_rest"] = true;
  return out;
}

json row_json(const TableRow& row) {
  json out{{"first", row.first},
           {"last", row.last},
           {"values", values_json(row.values)},
           {"changes", to_json(row.facts.changes)},
           {"changed_nothing", row.changed_nothing},
           {"output", to_utf8(row.facts.output)},
           {"calls", json::array()},
           {"calls_total", row.calls_total}};
  constexpr std::size_t kWidth = 500;
  for (const NodeView& call : row.calls)
    out["calls"].push_back({{"node", call.name}, {"text", one_line(call, kWidth)}});
  return out;
}

json table_json(const Table& table) {
  json columns = json::array(), rows = json::array();
  for (const TableColumn& column : table.columns)
    columns.push_back({{"path", to_utf8(column.path)}, {"is_own", column.is_own}});
  for (const TableRow& row : table.rows) rows.push_back(row_json(row));
  return {{"call", table.call.name},
          {"passes", table.passes},
          {"from", table.from},
          {"to", table.to},
          {"is_sampled", table.is_sampled},
          {"columns", std::move(columns)},
          {"start", values_json(table.start)},
          {"rows", std::move(rows)},
          {"left", table.left ? to_json(*table.left) : json()},
          {"at_end", values_json(table.at_end)}};
}

}  // namespace

void add_look(const Question& question, json& out) {
  out["look"] = question.frame() != nullptr ? "frame" : question.table() != nullptr ? "table" : "call";
  if (const Frame* frame = question.frame()) {
    out["is_known_wrong"] = question.is_known_wrong;
    out["steps"] = json::array();
    for (const Step& step : frame->steps) out["steps"].push_back(step_json(step));
    out["steps_total"] = frame->steps_total;
    if (frame->is_at_least) out["steps_are_more"] = true;
  }
  if (const Table* table = question.table()) out["table"] = table_json(*table);
}

}  // namespace culprit::service
