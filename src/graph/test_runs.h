#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/graph/function_graph.h"
#include "src/tree/search_tree.h"

namespace culprit::graph {

/// A run of a small program: its tree, the keys of its calls, and what each call should have been.
class TestRun {
 public:
  struct Call {
    std::string text;  ///< "fr(3) = 1"
    bool is_right = true;
    bool is_admissible = true;
  };

  FunctionId function(const std::string& name) {
    const auto [at, is_new] = functions_.try_emplace(name);
    if (is_new)
      at->second = builder_.add_function({name, {}, {}, 0, 0, tree::FunctionKind::kFunction, FunctionId{}});
    return at->second;
  }
  SearchId open(const std::string& name) {
    calls.emplace_back();
    keys.push_back(0);
    return SearchId{builder_.open(function(name)).value()};
  }
  void close(SearchId node, std::string text, bool is_right, bool is_admissible = true) {
    keys[node.value()] = std::hash<std::string>{}(text);
    calls[node.value()] = {std::move(text), is_right, is_admissible};
    builder_.close();
  }
  void parameter_arc(const std::string& from, const std::string& to) {
    arcs.push_back({ArcKind::kParameter, function(from), function(to)});
  }
  tree::SearchTree finish() { return builder_.finish(); }

  std::vector<std::uint64_t> keys;
  std::vector<Call> calls;
  std::vector<FunctionArc> arcs;

 private:
  tree::TreeBuilder builder_;
  std::map<std::string, FunctionId> functions_;
};

/// Example 4: fr(n) = if n <= 2 then 1 else fr(n-1) * fr(n-2), which should be a sum.
inline long run_fr(TestRun& run, int n) {
  const SearchId node = run.open("fr");
  const long result = n <= 2 ? 1 : run_fr(run, n - 1) * run_fr(run, n - 2);
  long right = 1;
  for (long i = 3, before = 1; i <= n; ++i) before = std::exchange(right, right + before);
  run.close(node, "fr(" + std::to_string(n) + ") = " + std::to_string(result), result == right);
  return result;
}

using List = std::vector<int>;

inline std::string text(const List& list) {
  std::string result;
  for (const int x : list) result += (result.empty() ? "(" : " ") + std::to_string(x);
  return list.empty() ? "nil" : result + ")";
}

/// Example 5, with its misprints mended: the second half of split is v, and merge has a last branch.
class Mergesort {
 public:
  enum class Bug { kNone, kTermination, kMerge, kSplit };
  Mergesort(TestRun& run, Bug bug) : run_(run), bug_(bug) {
    run.parameter_arc("mergesort", "merge");
    run.parameter_arc("split", "mergesort");
  }

  List sort(const List& x) {
    const SearchId node = run_.open("mergesort");
    List result;
    if (x.size() < 2) {
      if (bug_ != Bug::kTermination) result = x;
    } else {
      const auto [u, v] = split(x);
      const List left = sort(u);
      const List right = sort(v);
      result = merge(left, right);
    }
    List expected = x;
    std::ranges::sort(expected);
    run_.close(node, "mergesort(" + text(x) + ") = " + text(result), result == expected);
    return result;
  }

 private:
  std::pair<List, List> split(const List& x) {
    const SearchId node = run_.open("split");
    std::pair<List, List> result;
    if (x.size() < 2) {
      result.first = x;
    } else {
      const auto [u, v] = split(List(x.begin() + 2, x.end()));
      result = {{x[0]}, {bug_ == Bug::kSplit ? x[0] : x[1]}};
      result.first.insert(result.first.end(), u.begin(), u.end());
      result.second.insert(result.second.end(), v.begin(), v.end());
    }
    std::pair<List, List> expected;
    for (std::size_t i = 0; i < x.size(); ++i) (i % 2 ? expected.second : expected.first).push_back(x[i]);
    run_.close(node, "split(" + text(x) + ") = " + text(result.first) + "," + text(result.second),
               result == expected);
    return result;
  }

  List merge(const List& x, const List& y) {
    const SearchId node = run_.open("merge");
    List result;
    if (x.empty() || y.empty()) {
      result = x.empty() ? y : x;
    } else {
      const bool takes_left = bug_ == Bug::kMerge ? x[0] > y[0] : x[0] < y[0];
      const List rest =
          takes_left ? merge(List(x.begin() + 1, x.end()), y) : merge(x, List(y.begin() + 1, y.end()));
      result = {takes_left ? x[0] : y[0]};
      result.insert(result.end(), rest.begin(), rest.end());
    }
    List expected;
    std::ranges::merge(x, y, std::back_inserter(expected));
    const bool is_admissible = std::ranges::is_sorted(x) && std::ranges::is_sorted(y);
    run_.close(node, "merge(" + text(x) + "," + text(y) + ") = " + text(result), result == expected,
               is_admissible);
    return result;
  }

  TestRun& run_;
  Bug bug_;
};

}  // namespace culprit::graph
