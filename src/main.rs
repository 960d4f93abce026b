//! The command `clusterctl-gs`.

use std::process::ExitCode;

/// A run of a second and less is mostly small allocations, and of the system's allocators some
/// ask the kernel for every few pages of a thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    clusterctl_gs::cli::run(std::env::args_os())
}
