#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace culprit::driver {

/// What the arguments of one run of a compiler ask for, as far as it decides what has to be added to them.
struct Invocation {
  bool has_input =
      false;  ///< a file that is there, a library or standard input; else clang only answers or complains
  bool has_source = false;  ///< something to compile, not only objects and libraries
  bool preprocesses_only = false;
  bool links = true;
  bool optimises = false;
  bool is_static = false;
  bool has_static_libstdcxx =
      false;  ///< the C++ library is linked in, into a program that is not static otherwise
  bool is_shared = false;
  bool is_relocatable = false;  ///< -r: objects joined into one, to be linked later
  bool leaves_out_libc = false;
  bool is_freestanding = false;
  bool is_internal = false;           ///< -cc1 and the like: not for drivers
  bool stops_stack_coloring = false;  ///< the user says so already, and clang takes it only once
  std::string foreign_machine;  ///< the option that asks for a machine that is not recorded; empty: none
  std::size_t end = 0;          ///< where arguments can be added: at "--", or behind the last

  /// A program without a C library has no place for the recorder's runtime, so its code is left alone.
  bool is_without_libc() const {
    return is_freestanding || (links && leaves_out_libc && !is_shared && !is_relocatable);
  }
  bool needs_runtime() const { return has_input && links && !is_relocatable && !is_without_libc(); }
  bool needs_plugin() const { return has_source && !preprocesses_only && !is_without_libc(); }
};

/// Reads arguments as clang does, response files included. Never fails: what clang would refuse it refuses
/// itself.
Invocation read_invocation(std::span<const std::string> arguments);

}  // namespace culprit::driver
