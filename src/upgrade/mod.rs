//! What an upgrade does: which changes a webhook refuses, which nodes are replaced and because of
//! which field, what is ignored.
//!
//! Entry points: [`pairs`] looks up the objects that [`diff::match_objects`] paired,
//! [`fn@judge`] turns the pairs into [`Verdict`]s. The way of an object: it is seen as the release
//! sees it (`normalize`: conversion, defaults, pruning), its changed fields are found (`change`),
//! `admission` asks whether the change is taken, and `rollout` what a taken change does to nodes.
//!
//! Everything that depends on a version is data under `data/`, made into static tables by a test
//! (`generate`). This module reads no files and knows no format of a report.
//!
//! # Differences from a real upgrade
//!
//! Only manifests are compared. What controllers wrote into live objects (an endpoint, a status) is
//! not known: where a rule depends on it, the usual state is assumed and the message says so.

mod admission;
mod change;
mod fields;
#[cfg(test)]
mod generate;
mod judge;
mod moment;
mod normalize;
mod release;
mod rollout;
mod table;
#[rustfmt::skip]
mod tables;
#[cfg(test)]
mod testing;
mod verdict;
mod world;

pub use judge::judge;
pub use verdict::{Cause, CausePlace, ErrorType, Outcome, Target, Verdict, Whole};

use crate::diff;
use crate::manifest::{Object, ObjectRef};
use crate::profile::Profile;

/// An object on both sides; one of them may lack it. With different names on the two sides it is a
/// renamed object: the new one is made, the old one deleted.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// As it was.
    pub old: Option<&'a Object>,
    /// As it shall be.
    pub new: Option<&'a Object>,
}

/// The objects of paired places.
pub fn pairs<'a>(places: &[diff::Pair], old: &[&'a Object], new: &[&'a Object]) -> Vec<Pair<'a>> {
    let objects = |place: &diff::Pair| match *place {
        diff::Pair::Both { old: from, new: to } => {
            Pair { old: Some(old[from]), new: Some(new[to]) }
        }
        diff::Pair::Added(at) => Pair { old: None, new: Some(new[at]) },
        diff::Pair::Removed(at) => Pair { old: Some(old[at]), new: None },
    };
    places.iter().map(objects).collect()
}

/// Pairs the objects of two sides and looks them up.
pub fn pair<'a>(old: &'a [Object], new: &'a [Object]) -> Vec<Pair<'a>> {
    let (old, new): (Vec<&Object>, Vec<&Object>) = (old.iter().collect(), new.iter().collect());
    pairs(&diff::match_objects(&old, &new), &old, &new)
}

/// Which controllers judge.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Those that took the old side.
    pub old_profile: &'a Profile,
    /// Those that the new side is given to.
    pub new_profile: &'a Profile,
}

/// What [`fn@judge`] found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judgement {
    /// The verdicts, in the order of the pairs; of one object the worst first.
    pub verdicts: Vec<Verdict>,
    /// Every control plane and pool of either side, with its nodes.
    pub nodes: Vec<(ObjectRef, Target)>,
    /// What a reader must know about all of them: unknown versions, assumed feature gates.
    pub notes: Vec<String>,
}
