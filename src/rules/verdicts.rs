//! Verdicts on the change of objects, for rules that turn them into findings.

use super::ctx::Ctx;
use super::sink::{Draft, Sink};
use crate::manifest::{Manifests, Object};
use crate::path::FieldPath;
use crate::profile::Profile;
use crate::upgrade::{self, Context, Outcome, Verdict};

/// Judges the change from one input to another under one set of controllers.
pub(super) fn judge(old: &Manifests, new: &Manifests, profile: &Profile) -> Vec<Verdict> {
    let pairs = upgrade::pair(old.objects(), new.objects());
    let context = Context { old_profile: profile, new_profile: profile };
    upgrade::judge(&pairs, &context).verdicts
}

/// The verdicts of an outcome on objects that both sides have, with the new object. What is
/// wrong with an object whether or not it changed is the business of other rules.
pub(super) fn of<'a>(
    ctx: &'a Ctx<'_>,
    outcome: Outcome,
) -> impl Iterator<Item = (&'a Verdict, &'a Object)> {
    ctx.verdicts().iter().filter_map(move |verdict| {
        let id = &verdict.object;
        let (namespace, name) = (id.namespace.as_deref(), &id.name);
        let of_kind = verdict.verdict == outcome && !verdict.causes.is_empty();
        ctx.old.filter(|_| of_kind)?.find(id.group(), &id.kind, namespace, name)?;
        Some((verdict, ctx.manifests.find(id.group(), &id.kind, namespace, name)?))
    })
}

/// True for templates of machines, control planes and clusters, which cannot be changed.
pub(super) fn is_template(object: &Object) -> bool {
    object.id.kind.ends_with("Template") && &*object.id.kind != "KubeadmConfigTemplate"
}

/// Reports a verdict: what it means, with the text that the verdict brings.
pub(super) fn report<'s>(
    sink: &'s mut Sink<'_>,
    verdict: &Verdict,
    object: &Object,
    what: &str,
) -> &'s mut Draft {
    // The error of a release names fields as its storage version does, the manifest may not.
    let cause = verdict.causes.iter().find(|cause| cause.object.is_none());
    let cause = cause.map(|cause| FieldPath::parse(&cause.path));
    let named = verdict.path.as_deref().map(FieldPath::parse);
    let path = named.clone().or_else(|| cause.clone()).unwrap_or_default();
    let text = verdict.message.as_deref().unwrap_or_default();
    let message = if text.is_empty() { what.to_owned() } else { format!("{what}: {text}") };
    let draft = sink.on(object, &path, message);
    if let Some(cause) = cause.filter(|_| object.node.at_path(&path).is_none()) {
        draft.span(object.span_at(&cause));
    }
    draft.holds(&verdict.holds)
}
