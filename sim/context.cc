// SPDX-License-Identifier: Apache-2.0
#include "sim/context.h"

#include <cstdlib>

// The library's own main() refers to it; ours never calls it.
extern "C" int sc_main(int, char**) { return 0; }

namespace crossroof::sim {

Context::Context()
    : saved_current_(sc_core::sc_curr_simcontext),
      saved_default_(sc_core::sc_default_global_context) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  // Nothing of the kernel's talk belongs on a user's screen; its errors throw.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
  own_ = new sc_core::sc_simcontext;
  sc_core::sc_curr_simcontext = own_;
  sc_core::sc_default_global_context = own_;
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
}

Context::~Context() {
  delete own_;
  sc_core::sc_curr_simcontext = saved_current_;
  sc_core::sc_default_global_context = saved_default_;
}

}  // namespace crossroof::sim
