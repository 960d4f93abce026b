//! From pairs of objects to verdicts: the way of each object through admission and rollout.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde_json::Value;

use super::admission::{self, Refusal, Subject};
use super::change::{Change, changes, is_within};
use super::fields::at;
use super::moment::{self, Moment};
use super::normalize::normalize;
use super::rollout::{self, Update};
use super::verdict::{Cause, Outcome, Verdict};
use super::world::{World, owns_machines, target_of};
use super::{Context, Judgement, Pair};
use crate::manifest::field::WRITTEN_BY_SERVER;
use crate::manifest::{Object, is_cluster_api};

/// Judges what an upgrade from the old objects of the pairs to the new ones does.
///
/// Objects that only the new side has are judged by the rules for new objects. Never fails: what
/// no rule knows gets no verdict.
pub fn judge(pairs: &[Pair], context: &Context) -> Judgement {
    let judge = Judge {
        world: World::new(pairs),
        moment: Moment::new(context.new_profile),
        before: (context.old_profile != context.new_profile)
            .then(|| Moment::new(context.old_profile)),
    };
    judge.all(pairs, context)
}

struct Judge<'a> {
    world: World<'a>,
    moment: Moment<'a>,
    before: Option<Moment<'a>>,
}

/// What came of one pair.
#[derive(Default)]
struct Judged {
    verdicts: Vec<Verdict>,
    /// The causes of a changed content that others read.
    content: Option<Vec<Cause>>,
    /// The feature gates that were needed and not given.
    assumed: BTreeSet<String>,
}

/// Fewer pairs than this are not worth another thread.
const MIN_CHUNK: usize = 16;

impl<'a> Judge<'a> {
    fn all(self, pairs: &[Pair<'a>], context: &Context) -> Judgement {
        let judged: Vec<Judged> =
            pairs.par_iter().with_min_len(MIN_CHUNK).map(|pair| self.one(pair)).collect();
        let mut found: Vec<Vec<Verdict>> = Vec::with_capacity(pairs.len());
        let mut later: Vec<(usize, &'a Object, Vec<Cause>)> = Vec::new();
        let mut gates: BTreeSet<String> = BTreeSet::new();
        for (i, (pair, judged)) in pairs.iter().zip(judged).enumerate() {
            found.push(judged.verdicts);
            gates.extend(judged.assumed);
            if let (Some(causes), Some(object)) = (judged.content, pair.new) {
                later.push((i, object, causes));
            }
        }
        // Content under an unchanged name matters to the pools that do not roll anyway.
        let rolling: BTreeSet<(Option<&str>, String)> = found
            .iter()
            .flatten()
            .filter(|verdict| verdict.verdict == Outcome::Rolls)
            .flat_map(|v| v.affects.iter().map(|t| (v.object.namespace.as_deref(), t.to_string())))
            .collect();
        let content: Vec<(usize, Verdict)> = later
            .into_iter()
            .map(|(i, object, causes)| {
                let rolls = |target: &super::Target| {
                    rolling.contains(&(object.id.namespace.as_deref(), target.to_string()))
                };
                (i, rollout::content(&self.world, object, causes, &rolls))
            })
            .collect();
        drop(rolling);
        content.into_iter().for_each(|(i, verdict)| found[i].push(verdict));
        found.iter_mut().for_each(|verdicts| verdicts.sort_by_key(|verdict| verdict.verdict));
        let mut notes = moment::unknown_versions(context.new_profile);
        notes.extend(assumed(&gates));
        let owners = pairs.iter().filter_map(|pair| pair.new.or(pair.old));
        let owners = owners.filter(|object| owns_machines(&object.id.kind));
        let nodes = owners.map(|object| (object.id.clone(), target_of(&object.id))).collect();
        Judgement { verdicts: found.into_iter().flatten().collect(), nodes, notes }
    }

    fn one(&self, pair: &Pair<'a>) -> Judged {
        match (pair.old, pair.new) {
            (Some(old), Some(new)) if old.id.name != new.id.name => {
                let renamed = rollout::renamed(old, new, &self.world);
                self.create(new).with(renamed)
            }
            (Some(_), Some(new)) if is_recreated_hook(new) && pair_differs(pair) => {
                self.create(new).with(Some(rollout::recreated_hook(new)))
            }
            (Some(old), Some(new)) => self.update(old, new),
            (None, Some(new)) => self.create(new).with(rollout::added(new)),
            (Some(old), None) => Judged::default().with(rollout::removed(old)),
            (None, None) => Judged::default(),
        }
    }

    fn create(&self, object: &Object) -> Judged {
        let moment = self.moment.of(&object.id);
        let value = normalize(&object.id, object.json(), &moment);
        let subject = Subject::new(&object.id, None, &value, &[], &moment, &self.world);
        let verdicts = self.refused(object, admission::refusals(subject), &[]);
        Judged { verdicts, content: None, assumed: moment.assumed() }
    }

    fn update(&self, old: &'a Object, new: &'a Object) -> Judged {
        let moment = self.moment.of(&old.id).of(&new.id);
        if old.is_written_like(new) || old.json() == new.json() {
            let verdicts = self.under_other_controllers(new, &moment);
            return Judged { verdicts, content: None, assumed: moment.assumed() };
        }
        let was = normalize(&old.id, old.json(), &moment);
        let is = normalize(&new.id, new.json(), &moment);
        let changed = changes(&was, &is);
        let changed: Vec<Change> = changed.into_iter().filter(is_asked_for).collect();
        let subject = Subject::new(&new.id, Some(&was), &is, &changed, &moment, &self.world);
        let refusals = admission::refusals(subject);
        let (verdicts, content) = match refusals.is_empty() {
            false => (self.refused(new, refusals, &changed), None),
            true => rollout::taken(&Update {
                old,
                new,
                was: &was,
                is: &is,
                moment: &moment,
                world: &self.world,
            }),
        };
        Judged { verdicts, content, assumed: moment.assumed() }
    }

    /// The same manifest under other controllers: what conversion loses, what is refused only now.
    fn under_other_controllers(&self, object: &Object, moment: &Moment) -> Vec<Verdict> {
        let Some(before) = &self.before else { return Vec::new() };
        if !is_cluster_api(object.id.group()) {
            return Vec::new();
        }
        let before = before.of(&object.id);
        let refusals = |moment: &Moment| {
            let value = normalize(&object.id, object.json(), moment);
            let (id, world) = (&object.id, &self.world);
            admission::refusals(Subject::new(id, Some(&value), &value, &[], moment, world))
        };
        let known = refusals(&before);
        let fresh = refusals(moment).into_iter().filter(|refusal| !known.contains(refusal));
        let mut verdicts = self.refused(object, fresh.collect(), &[]);
        verdicts.extend(rollout::lost_in_conversion(object, &before, moment));
        verdicts
    }

    fn refused(&self, object: &Object, refusals: Vec<Refusal>, changed: &[Change]) -> Vec<Verdict> {
        let verdict = |refusal: Refusal| {
            let (holds, allowed_from) = admission::holds(&refusal);
            let mut verdict = Verdict::new(&object.id, Outcome::Refused, holds);
            verdict.affects = self.world.targets(&object.id);
            verdict.causes = causes_of(&refusal, changed);
            verdict.rule = Some(refusal.rule);
            verdict.error = Some(refusal.error);
            verdict.path = refusal.path;
            verdict.message = Some(refusal.message);
            verdict.allowed_from = allowed_from;
            verdict
        };
        refusals.into_iter().map(verdict).collect()
    }
}

impl Judged {
    fn with(mut self, verdict: Option<Verdict>) -> Judged {
        self.verdicts.extend(verdict);
        self
    }
}

/// One sentence for all feature gates that were not given.
fn assumed(gates: &BTreeSet<String>) -> Option<String> {
    let names: Vec<&str> = gates.iter().map(String::as_str).collect();
    match names.len() {
        0 => None,
        1 => Some(format!("feature gate {} is assumed on", names[0])),
        _ => Some(format!("feature gates {} are assumed on", names.join(", "))),
    }
}

/// The changed fields that a refusal is about: those at or below its path, or the path itself.
fn causes_of(refusal: &Refusal, changed: &[Change]) -> Vec<Cause> {
    let Some(path) = &refusal.path else {
        return changed.iter().map(|change| own(change.path.to_string())).collect();
    };
    let within = changed.iter().filter(|change| is_within(&change.path, path));
    let causes: Vec<Cause> = within.map(|change| own(change.path.to_string())).collect();
    if causes.is_empty() { vec![own(path.clone())] } else { causes }
}

/// A field of the verdict's own object.
pub(super) fn own(path: String) -> Cause {
    Cause { object: None, path }
}

/// True for what a manifest asks for; the rest the API server writes.
pub(super) fn is_asked_for(change: &Change) -> bool {
    let written = WRITTEN_BY_SERVER.iter().chain(&["apiVersion"]);
    !written.into_iter().any(|field| is_within(&change.path, field))
}

fn pair_differs(pair: &Pair) -> bool {
    pair.old.map(Object::json) != pair.new.map(Object::json)
}

/// True for a hook that Helm deletes before it makes it again, which is what hooks do by default.
fn is_recreated_hook(object: &Object) -> bool {
    let annotation = |name: &str| {
        at(object.json(), "metadata.annotations").and_then(|a| a.get(name)).and_then(Value::as_str)
    };
    let policy = annotation("helm.sh/hook-delete-policy").unwrap_or("before-hook-creation");
    annotation("helm.sh/hook").is_some() && policy.contains("before-hook-creation")
}

/// The nodes of an owner of machines, for its own verdicts.
pub(super) fn own_targets(object: &Object) -> Vec<super::Target> {
    if owns_machines(&object.id.kind) { vec![target_of(&object.id)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{objects, profile};
    use super::super::{Judgement, pair};
    use super::*;
    use crate::profile::Profile;

    fn judged(old: &str, new: &str, profile: &Profile) -> Judgement {
        let (old, new) = (objects(old), objects(new));
        let context = Context { old_profile: profile, new_profile: profile };
        judge(&pair(old.objects(), new.objects()), &context)
    }

    /// One line per verdict: object, outcome, nodes, message.
    fn lines(judgement: &Judgement) -> Vec<String> {
        let line = |v: &Verdict| {
            let affects: Vec<String> = v.affects.iter().map(ToString::to_string).collect();
            let message = v.message.as_deref().unwrap_or("");
            format!("{} {} [{}] {message}", v.object, v.verdict.as_str(), affects.join(" "))
        };
        judgement.verdicts.iter().map(line).collect()
    }

    /// A pool of machines with its two templates, whose names and contents vary.
    fn pool(template: &str, machine: &str, config: &str, command: &str) -> String {
        format!(
            "apiVersion: cluster.x-k8s.io/v1beta1\nkind: MachineDeployment\nmetadata: {{name: np, \
             namespace: n}}\nspec: {{clusterName: c, template: {{spec: {{clusterName: c, bootstrap: \
             {{configRef: {{kind: KubeadmConfigTemplate, name: {config}}}}}, infrastructureRef: \
             {{kind: AWSMachineTemplate, name: {template}}}}}}}}}\n---\n\
             apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: AWSMachineTemplate\n\
             metadata: {{name: {template}, namespace: n}}\nspec: {{template: {{spec: \
             {{instanceType: {machine}}}}}}}\n---\n\
             apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfigTemplate\n\
             metadata: {{name: {config}, namespace: n}}\nspec: {{template: {{spec: \
             {{preKubeadmCommands: [{command}], files: [{{path: /a, contentFrom: {{secret: {{name: \
             s, key: k}}}}}}]}}}}}}\n---\n"
        )
    }

    #[test]
    fn a_renamed_template_rolls_its_pool_and_names_what_differs() {
        let judgement = judged(
            &pool("m-1a2b3c4d", "small", "b-1a2b3c4d", "a"),
            &pool("m-2b3c4d5e", "large", "b-1a2b3c4d", "a"),
            &profile("capi", "v1.12.0"),
        );
        let line = "MachineDeployment/np rolls [worker/np] every machine of the pool is replaced";
        assert_eq!(lines(&judgement), [line]);
        let causes: Vec<String> =
            judgement.verdicts[0].causes.iter().map(ToString::to_string).collect();
        let content = "AWSMachineTemplate/m-2b3c4d5e:spec.template.spec.instanceType";
        assert_eq!(causes, ["spec.template.spec.infrastructureRef.name", content]);
    }

    #[test]
    fn a_renamed_template_with_equal_content_is_a_needless_roll() {
        let judgement = judged(
            &pool("m-1a2b3c4d", "small", "b", "a"),
            &pool("m-2b3c4d5e", "small", "b", "a"),
            &profile("capi", "v1.12.0"),
        );
        assert!(lines(&judgement)[0].contains("needless"), "{:?}", lines(&judgement));
    }

    #[test]
    fn a_template_renamed_for_its_labels_is_a_needless_roll() {
        let labelled = |name: &str, label: &str| {
            let text = pool(name, "small", "b", "a");
            let from = "spec: {template: {spec: {instanceType";
            let labels = format!("spec: {{template: {{metadata: {{labels: {{chart: {label}}}}}");
            assert!(text.contains(from));
            text.replace(from, &format!("{labels}, spec: {{instanceType"))
        };
        let judgement = judged(
            &labelled("m-1a2b3c4d", "v1"),
            &labelled("m-2b3c4d5e", "v2"),
            &profile("capi", "v1.12.0"),
        );
        let line = "needless: only labels of AWSMachineTemplate `m-2b3c4d5e` differ";
        assert!(lines(&judgement)[0].ends_with(line), "{:?}", lines(&judgement));
    }

    #[test]
    fn content_under_an_old_name_is_ignored_unless_the_pool_rolls_anyway() {
        let old = pool("m", "small", "b", "a");
        let ignored = judged(&old, &pool("m", "small", "b", "c"), &profile("capi", "v1.12.0"));
        assert!(lines(&ignored)[0].starts_with("KubeadmConfigTemplate/b ignored [worker/np]"));
        let rolls = judged(&old, &pool("m2", "small", "b", "c"), &profile("capi", "v1.12.0"));
        assert!(lines(&rolls).iter().any(|l| l.starts_with("KubeadmConfigTemplate/b allowed")));
    }

    #[test]
    fn a_changed_secret_names_the_pools_that_read_it() {
        let secret = |data: &str| {
            let pool = pool("m", "small", "b", "a");
            let head = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: n}";
            format!("{pool}{head}\ndata: {{k: {data}}}\n")
        };
        let judgement = judged(&secret("YQ=="), &secret("Yg=="), &profile("capi", "v1.12.0"));
        assert!(lines(&judgement)[0].starts_with("Secret/s ignored [worker/np]"));
    }

    #[test]
    fn a_changed_template_under_one_name_is_refused_also_for_unknown_providers() {
        let template = |size: &str| {
            format!(
                "apiVersion: infrastructure.cluster.x-k8s.io/v1beta1\nkind: VCDMachineTemplate\n\
                 metadata: {{name: x}}\nspec: {{template: {{spec: {{size: {size}}}}}}}\n"
            )
        };
        let judgement = judged(&template("a"), &template("b"), &profile("capi", "v1.12.0"));
        assert_eq!(judgement.verdicts[0].verdict, Outcome::Refused);
        assert!(judgement.verdicts[0].message.as_deref().unwrap().starts_with("suspected"));
    }

    #[test]
    fn an_unknown_version_is_judged_by_the_newest_rules_and_said_so() {
        let judgement = judged("", "", &profile("capi", "v9.9.9"));
        let note = "capi v9.9.9 is newer than every known release; judged by the rules of v1.14.0";
        assert_eq!(judgement.notes, [note]);
    }

    #[test]
    fn a_job_is_refused_unless_it_is_a_hook() {
        let job = |annotations: &str, image: &str| {
            format!(
                "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: j, annotations: \
                 {{{annotations}}}}}\nspec: {{template: {{spec: {{image: {image}}}}}}}\n"
            )
        };
        let current = profile("capi", "v1.12.0");
        let plain = judged(&job("", "a"), &job("", "b"), &current);
        assert_eq!(lines(&plain), ["Job/j refused [] field is immutable"]);
        let hook = "helm.sh/hook: pre-upgrade";
        let hook = judged(&job(hook, "a"), &job(hook, "b"), &current);
        assert_eq!(hook.verdicts[0].verdict, Outcome::Recreated);
    }

    #[test]
    fn newer_controllers_lose_fields_of_the_same_manifest() {
        let plane = "apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\n\
                     metadata: {name: c, namespace: n}\nspec: {replicas: 3, version: v1.30.0, \
                     machineTemplate: {infrastructureRef: {apiVersion: a/v1, kind: K, name: k, \
                     namespace: n}}, kubeadmConfigSpec: {useExperimentalRetryJoin: true}}\n";
        let (old, new) = (objects(plane), objects(plane));
        let (before, after) = (profile("capi", "v1.10.0"), profile("capi", "v1.12.0"));
        let context = Context { old_profile: &before, new_profile: &after };
        let judgement = judge(&pair(old.objects(), new.objects()), &context);
        let causes: Vec<&str> = judgement.verdicts[0].causes.iter().map(|c| &*c.path).collect();
        let lost = "spec.kubeadmConfigSpec.useExperimentalRetryJoin";
        assert_eq!(causes, [lost, "spec.machineTemplate.infrastructureRef.namespace"]);
    }

    #[test]
    fn pools_that_come_and_go_are_said() {
        let one = pool("m", "small", "b", "a");
        let current = profile("capi", "v1.12.0");
        assert!(lines(&judged("", &one, &current))[0].ends_with("new machines are made"));
        assert!(lines(&judged(&one, "", &current))[0].contains("drained and deleted"));
    }

    #[test]
    fn broken_shapes_never_panic() {
        let current = profile("capi", "v1.12.0");
        for kind in
            ["KubeadmControlPlane", "MachinePool", "AWSCluster", "OpenStackCluster", "Cluster"]
        {
            for spec in ["[]", "7", "null", "{replicas: x, template: [1], kubeadmConfigSpec: [2]}"]
            {
                let text =
                    format!("apiVersion: cluster.x-k8s.io/v1beta1\nkind: {kind}\nspec: {spec}\n");
                judged(&text, &text.replace("kind", "x: 1\nkind"), &current);
                judged("", &text, &current);
                judged(&text, &format!("kind: {kind}\nmetadata: []\nspec: {{a: 1}}\n"), &current);
            }
        }
    }
}
