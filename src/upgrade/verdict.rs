//! What an upgrade does to one object: the [`Verdict`], as the JSON contract prints it.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::manifest::ObjectRef;
use crate::source::Location;

/// The outcome for one object or pool, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A webhook or the API server would not take the object.
    Refused,
    /// Nodes are replaced.
    Rolls,
    /// The object is deleted and made anew.
    Recreated,
    /// The change is taken and does nothing, or nothing to what runs.
    Ignored,
    /// The change reaches what runs, without new nodes.
    InPlace,
    /// The change is taken; no node is concerned.
    Allowed,
}

impl Outcome {
    /// The word that reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Refused => "refused",
            Outcome::Rolls => "rolls",
            Outcome::Recreated => "recreated",
            Outcome::Ignored => "ignored",
            Outcome::InPlace => "in-place",
            Outcome::Allowed => "allowed",
        }
    }
}

/// The kind of an admission error, named as Kubernetes names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ErrorType {
    /// `field.Forbidden`.
    Forbidden,
    /// `field.Invalid`.
    Invalid,
    /// `field.Required`.
    Required,
    /// `field.NotSupported`: a value outside of an enumeration.
    NotSupported,
    /// `field.TooLong`: a text above the limit of the schema.
    TooLong,
    /// `field.TooMany`: a list above the limit of the schema.
    TooMany,
    /// A plain bad request without a field.
    BadRequest,
    /// A webhook's plain denial without a field.
    Denied,
    /// The webhook itself failed.
    InternalError,
}

/// Nodes that a verdict concerns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The control plane of the cluster.
    ControlPlane,
    /// A pool, by the name of its MachineDeployment or MachinePool.
    Worker(String),
    /// Every pool of the cluster: the manifests show none, and the change concerns them all.
    AllWorkers,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::ControlPlane => f.write_str("control-plane"),
            Target::Worker(name) => write!(f, "worker/{name}"),
            Target::AllWorkers => f.write_str("worker/*"),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A changed field that brought a verdict about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    /// The object that holds the field, when it is not the verdict's own.
    pub object: Option<ObjectRef>,
    /// The field.
    pub path: String,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.object {
            Some(object) => write!(f, "{object}:{}", self.path),
            None => f.write_str(&self.path),
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The line of a template that wrote a causing field.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct CausePlace {
    /// The field, as [`Verdict::causes`] names it.
    pub path: String,
    /// The line.
    #[serde(flatten)]
    pub place: Location,
}

/// An object that comes or goes as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whole {
    /// Only the new side has it.
    Added,
    /// Only the old side has it.
    Removed,
}

/// What the change of one object does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The object, as the new side has it; as the old side had it when it is gone.
    pub object: ObjectRef,
    /// The outcome.
    pub verdict: Outcome,
    /// The nodes that are concerned, sorted.
    pub affects: Vec<Target>,
    /// The type of the admission error; none unless refused.
    #[serde(rename = "type")]
    pub error: Option<ErrorType>,
    /// The field as the real error names it; none unless refused.
    pub path: Option<String>,
    /// For a refusal the real program's short text, otherwise what happens, in our words.
    pub message: Option<String>,
    /// The fields that brought it about.
    pub causes: Vec<Cause>,
    /// The lines of templates that wrote the causing fields, where the renderer knows them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<CausePlace>,
    /// The versions for which the verdict is true, such as `capi v1.1.0..v1.2.11`.
    pub holds: String,
    /// True when the configuration expects the verdict.
    pub acknowledged: bool,
    /// The rule that refuses, by its name in the data.
    #[serde(skip)]
    pub rule: Option<&'static str>,
    /// The release from which on a refused change is taken, if a known one takes it.
    #[serde(skip)]
    pub allowed_from: Option<String>,
    /// Set for control planes and pools that come or go.
    #[serde(skip)]
    pub whole: Option<Whole>,
}

impl Verdict {
    /// The field of the verdict's own object that it is about: as the real error names it, else
    /// the first that brought it about.
    pub fn field(&self) -> Option<&str> {
        let own = || self.causes.iter().find(|cause| cause.object.is_none());
        self.path.as_deref().or_else(|| own().map(|cause| &*cause.path))
    }

    /// A verdict without error, targets or causes.
    pub(super) fn new(object: &ObjectRef, verdict: Outcome, holds: String) -> Verdict {
        Verdict {
            object: object.clone(),
            verdict,
            affects: Vec::new(),
            error: None,
            path: None,
            message: None,
            templates: Vec::new(),
            causes: Vec::new(),
            holds,
            acknowledged: false,
            rule: None,
            allowed_from: None,
            whole: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_keys_of_the_contract() {
        let object = ObjectRef {
            api_version: "cluster.x-k8s.io/v1beta1".into(),
            kind: "MachineDeployment".into(),
            namespace: None,
            name: "np0".into(),
        };
        let mut verdict = Verdict::new(&object, Outcome::InPlace, "capi v1.4.0..v1.14.0".into());
        verdict.affects = vec![Target::ControlPlane, Target::Worker("np0".into())];
        verdict.causes = vec![
            Cause { object: None, path: "spec.version".into() },
            Cause { object: Some(object), path: "spec.a".into() },
        ];
        insta::assert_json_snapshot!(verdict, @r#"
        {
          "object": {
            "apiVersion": "cluster.x-k8s.io/v1beta1",
            "kind": "MachineDeployment",
            "namespace": null,
            "name": "np0"
          },
          "verdict": "in-place",
          "affects": [
            "control-plane",
            "worker/np0"
          ],
          "type": null,
          "path": null,
          "message": null,
          "causes": [
            "spec.version",
            "MachineDeployment/np0:spec.a"
          ],
          "holds": "capi v1.4.0..v1.14.0",
          "acknowledged": false
        }
        "#);
    }
}
