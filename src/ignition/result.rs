//! What a simulation says about a node: plain data, ready for a report.

use serde::Serialize;

use crate::finding::Finding;
use crate::ignition::bootstrap::Rendered;
use crate::ignition::size::{Size, Target};
use crate::ignition::types::Config;

/// Who refuses, or says something, on the way from the manifest to the running node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The API server: the schema of the CRD and the webhook.
    Admission,
    /// The bootstrap provider, about the config that it generates.
    Base,
    /// The bootstrap provider, about `additionalConfig`.
    Additional,
    /// Ignition 0.36.2, which older Flatcar releases carry.
    Ignition,
    /// Ignition 2.x of Flatcar since 3185, which translates first.
    Flatcar,
    /// The node once it runs, and the cloud that has to take the user data.
    Node,
}

impl Stage {
    /// The word in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Admission => "admission",
            Stage::Base => "base",
            Stage::Additional => "additional",
            Stage::Ignition => "ignition",
            Stage::Flatcar => "flatcar",
            Stage::Node => "node",
        }
    }
}

/// A finding with the program that it comes from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NodeFinding {
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
    /// Who says it.
    pub stage: Stage,
    /// The text of the real program, where it says something.
    pub upstream: Option<String>,
}

/// Whether user data was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The Secret is made.
    Generated,
    /// It is not: the stage says who refused.
    Refused,
}

/// The form of the user data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UserdataFormat {
    /// For Flatcar.
    Ignition,
    /// For everything else.
    CloudConfig,
}

/// What one node would be given.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeResult {
    /// `control-plane-init`, `control-plane-join` or `worker/NAME`.
    pub node: String,
    /// The form of the user data.
    pub format: UserdataFormat,
    /// Whether there is any.
    pub result: Outcome,
    /// Who refused.
    pub stage: Option<Stage>,
    /// The user data, without comment lines of files that the provider generates.
    pub userdata: Option<String>,
    /// How many bytes it has, comment lines included.
    pub bytes: usize,
    /// How many it can have, with what the chart does not say at its longest.
    pub bytes_max: usize,
    /// How many bytes its base64 form has.
    pub base64_bytes: usize,
    /// Where it is sent.
    pub target: Target,
    /// How many bytes the target takes, of the form that the target counts.
    pub limit: Option<usize>,
    /// What is wrong with it.
    pub findings: Vec<NodeFinding>,
    /// What it was made from.
    #[serde(skip)]
    pub parts: Parts,
}

/// What user data was made from, for those who look closer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parts {
    /// The kubeadm documents.
    pub kubeadm: String,
    /// The generated Container Linux Config.
    pub clc: Option<Rendered>,
    /// The Ignition config.
    pub config: Option<Config>,
    /// The cluster that the node belongs to.
    pub cluster: Option<String>,
    /// The size in detail.
    pub size: Size,
    /// The manifests say where the user data is sent; else it is a guess.
    pub target_is_known: bool,
}
