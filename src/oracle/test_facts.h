#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/state/account.h"

namespace culprit::oracle {

/// Facts made by hand, one a node.
class FixedAccount final : public state::Account {
 public:
  explicit FixedAccount(std::vector<state::Facts> facts) : facts_(std::move(facts)) {}
  state::Facts facts(NodeId node, const state::Limits&) const override {
    ++asked;
    return facts_[node.value()];
  }
  state::Facts brief(NodeId node, const state::Limits& limits) const override { return facts(node, limits); }
  Result<state::Value> look_up(NodeId, bool, std::string_view, const state::Limits&) const override {
    return state::Value{};
  }
  Result<state::Writer> who_wrote(NodeId, bool, std::string_view) const override { return state::Writer{}; }
  state::Facts chain_facts(NodeId, NodeId last, const state::Limits& limits) const override {
    return facts(last, limits);
  }
  using Account::continues;
  bool continues(NodeId, NodeId, state::Effort&) const override { return true; }

  mutable int asked = 0;  ///< how often facts() was

 private:
  std::vector<state::Facts> facts_;
};

inline state::Value value(state::ValueKind kind, std::string name, std::string text = {}) {
  state::Value result;
  result.kind = kind;
  result.name = std::move(name);
  result.text = std::move(text);
  return result;
}

inline state::Value number(std::string name, std::string text) {
  return value(state::ValueKind::kSigned, std::move(name), std::move(text));
}

inline state::Value pointer(std::string name, Address address, std::vector<state::Value> to = {}) {
  state::Value result = value(state::ValueKind::kPointer, std::move(name), address == 0 ? "null" : "0x…");
  result.address = address;
  result.children = std::move(to);
  return result;
}

/// An element or field that lies somewhere.
inline state::Value at(Address address, state::Value value) {
  value.address = address;
  return value;
}

inline state::Facts call(std::vector<state::Value> inputs, std::string result) {
  state::Facts facts;
  facts.inputs = std::move(inputs);
  facts.result = number("", std::move(result));
  return facts;
}

}  // namespace culprit::oracle
