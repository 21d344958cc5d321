// SPDX-License-Identifier: Apache-2.0
// `crossroof validate --published`: what others have published or measured against both engines.
#ifndef CROSSROOF_CLI_VALIDATE_PUBLISHED_H_
#define CROSSROOF_CLI_VALIDATE_PUBLISHED_H_

#include "cli/commands.h"

namespace crossroof::cli {

// Its failure has ExitCode::check_failed when something judged does not hold.
Report validate_published(const ValidateArguments& arguments);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_VALIDATE_PUBLISHED_H_
