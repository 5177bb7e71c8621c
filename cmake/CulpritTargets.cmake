# culprit_library(NAME [LINK lib...] [PRIVATE lib...])
#   A static library `culprit_NAME` from the folder's *.cpp and *.c, and a test program `NAME_test`
#   from its *_test.cpp, registered with ctest.
option(CULPRIT_BENCH "Build the benchmarks" OFF)
option(CULPRIT_FUZZ "Build the fuzzers (needs clang)" OFF)
set(CULPRIT_SANITIZE "" CACHE STRING "Sanitizers to build with, as given to -fsanitize=")

# How all is compiled: culprit_flags. What becomes part of other programs (the compiler plugin, the runtime of recorded programs)
# has culprit_guest_flags, the same without sanitizers: these have to be in a program from its start, and are not in theirs.
foreach(flags culprit_flags culprit_guest_flags)
  add_library(${flags} INTERFACE)
  target_compile_features(${flags} INTERFACE cxx_std_20 c_std_11)
  target_include_directories(${flags} INTERFACE "${CMAKE_SOURCE_DIR}")
  target_compile_options(${flags} INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
    # g++ 12 sees overlaps in std::string where there are none (GCC bug 105651); clang blames us for what libstdc++'s
    # std::stable_sort uses.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
endforeach()
if(CULPRIT_SANITIZE)
  target_compile_options(culprit_flags INTERFACE
    -fsanitize=${CULPRIT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(culprit_flags INTERFACE -fsanitize=${CULPRIT_SANITIZE})
  # What a sanitizer inserts makes g++ 12 warn of faults that are not there; the other presets have checked the sources.
  target_compile_options(culprit_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-error>)
endif()

function(culprit_library NAME)
  cmake_parse_arguments(ARG "" "" "LINK;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp *.c)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(sources)
    add_library(culprit_${NAME} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(culprit_${NAME} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(culprit_${NAME} ${scope} culprit_flags ${ARG_LINK})
  if(ARG_PRIVATE AND sources)
    target_link_libraries(culprit_${NAME} PRIVATE ${ARG_PRIVATE})
  endif()
  if(BUILD_TESTING AND tests)
    set(support culprit_test_support)
    if(NAME STREQUAL "base")
      set(support)
    endif()
    culprit_test(${NAME}_test SOURCES ${tests} LINK culprit_${NAME} ${support})
  endif()
endfunction()

# culprit_timeout(SECONDS test...): how long tests may take; sanitizers get more.
function(culprit_timeout SECONDS)
  if(CULPRIT_SANITIZE)
    math(EXPR SECONDS "${SECONDS} * 5")
  endif()
  set_tests_properties(${ARGN} PROPERTIES TIMEOUT ${SECONDS})
endfunction()

# culprit_test(NAME SOURCES file... [LINK lib...] [TIMEOUT seconds])
function(culprit_test NAME)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${NAME} ${ARG_SOURCES})
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK} culprit_flags GTest::gtest GTest::gmock GTest::gtest_main rapidcheck)
  target_include_directories(${NAME} PRIVATE "${CMAKE_BINARY_DIR}/generated")
  add_test(NAME ${NAME} COMMAND ${NAME} WORKING_DIRECTORY "${CMAKE_BINARY_DIR}")
  culprit_timeout(${ARG_TIMEOUT} ${NAME})
endfunction()
