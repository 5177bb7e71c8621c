#include "src/session/ahead.h"

#include <signal.h>

#include <system_error>
#include <utility>

namespace culprit::session {
namespace {

/// Threads that are started while it lives take no signals: an interrupt belongs to the one that waits for the user, and would be lost
/// on another.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

void Ahead::start(const strategy::Shape& shape, const strategy::Strategy& strategy,
                  const strategy::IntervalSuspects& search, SearchId question) {
  if (&strategy.quick() == &strategy || question == search.root() || !search.askable(question)) return;
  if (thread_.joinable() && !state_->is_done) {
    state_->is_unwanted = true;  // whoever answers faster than this works needs no help
    return;
  }
  stop();
  strategy::IntervalSuspects if_right = search, if_wrong = search;
  if_right.clear(question);
  if_wrong.set_root(question, true);
  state_ = std::make_shared<State>();
  const WithoutSignals guard;
  try {
    thread_ = std::thread(
        [&shape, &strategy, state = state_, right = std::move(if_right), wrong = std::move(if_wrong)] {
          for (const strategy::IntervalSuspects* suspects : {&wrong, &right}) {
            if (suspects->total() == 0) continue;
            if (!state->is_unwanted) static_cast<void>(strategy.select(shape, *suspects));
            if (!state->is_unwanted) static_cast<void>(strategy.plan(*suspects));
          }
          state->is_done = true;
        });
  } catch (const std::system_error&) {
    // No thread is to be had: the next question takes a little longer.
  }
}

void Ahead::stop() {
  if (!thread_.joinable()) return;
  state_->is_unwanted = true;
  thread_.join();
}

}  // namespace culprit::session
