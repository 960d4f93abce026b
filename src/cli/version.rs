//! `version`: the version of the tool, and the controllers whose rules it knows.

use std::fmt::Write;

use super::exit::Exit;
use super::output::Output;
use crate::profile::{Controller, Generation, Request};

pub(super) fn run(output: &Output) -> anyhow::Result<Exit> {
    let mut text = format!("clusterctl-gs {}\n\n", env!("CARGO_PKG_VERSION"));
    let current = Request::default().complete(Generation::Current);
    for controller in Controller::ALL {
        let (first, last) = controller.known();
        let name = controller.as_str();
        let default = current.version(controller).to_string();
        let _ = writeln!(text, "{name:<11} {default:<10} knows {first} to {last}");
    }
    let _ = writeln!(text, "{:<11} {}", "flatcar", current.flatcar_text());
    let _ = writeln!(text, "{:<11} {}", "kubernetes", current.kubernetes);
    output.result(&text)?;
    Ok(Exit::Clean)
}
