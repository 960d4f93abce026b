//! The command `clusterctl-gs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    clusterctl_gs::cli::run(std::env::args_os())
}
