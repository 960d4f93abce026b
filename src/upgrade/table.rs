//! The shapes of the generated tables: rules, allow-lists, effects, conversions, defaults.
//!
//! The tables are made of `data/*.yaml` by the test in `generate`; the YAML says what each
//! column means. Nothing here evaluates anything.

use super::release::{Authority, Era, Release};
use super::verdict::ErrorType;

/// What one check reports, per range of releases. Silent where no row holds.
#[derive(Debug)]
pub struct Rule {
    /// Its name in the data.
    pub name: &'static str,
    /// Who checks.
    pub authority: Authority,
    /// At most one row holds for a release.
    pub says: &'static [Says],
}

/// One row of a [`Rule`].
#[derive(Debug)]
pub struct Says {
    /// When it holds.
    pub era: Era,
    /// The type of the error.
    pub error: ErrorType,
    /// The field as the real error names it, with placeholders in braces.
    pub at: Option<&'static str>,
    /// The text, with placeholders in braces.
    pub text: &'static str,
}

/// When a [`FieldRule`] fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// The field differs in any way.
    Changed,
    /// The field was there and is gone.
    Removed,
    /// The field differs, and was not empty before.
    Set,
}

/// A rule that is a check on its own.
#[derive(Debug)]
pub struct FieldRule {
    /// The kinds that it is for.
    pub kinds: &'static [&'static str],
    /// When it fires.
    pub when: When,
    /// The field.
    pub field: &'static str,
    /// What it reports.
    pub rule: &'static Rule,
}

/// Ranges of releases in which a controller behaves in some way.
#[derive(Debug)]
pub struct Fact {
    /// Whose behaviour.
    pub authority: Authority,
    /// When.
    pub eras: &'static [Era],
}

/// The fields of a KubeadmControlPlane that an update may change.
#[derive(Debug)]
pub struct AllowList {
    /// When it holds.
    pub eras: &'static [Era],
    /// Fields that may change; `a.*` is everything below `a`.
    pub paths: &'static [&'static str],
    /// Fields that exist and may not change.
    pub unlisted: &'static [&'static str],
    /// Objects that may not be removed as a whole.
    pub blocks: &'static [&'static str],
}

/// What a changed field does to running nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Every machine is replaced.
    Rolls,
    /// Machines are updated where they are.
    InPlace,
    /// Only machines made from then on have it.
    NewOnly,
    /// The controller does not look at it.
    Ignored,
    /// No machine is concerned.
    Nothing,
    /// Rolls when the group of the reference changes, otherwise ignored.
    RefVersion,
    /// The Kubernetes version of a MachinePool.
    PoolVersion,
    /// The bootstrap data of a MachinePool.
    PoolBootstrap,
    /// Tags of the cluster, which every AWSMachinePool inherits.
    PoolTags,
    /// Content of a template whose name stays.
    TemplateContent,
    /// Content of a KubeadmConfig whose name stays.
    ConfigContent,
}

/// Which changes of a field a [`Deed`] is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Any.
    Any,
    /// The field was not there before.
    Added,
    /// The field is gone.
    Removed,
}

/// One row of a [`Effect`].
#[derive(Debug)]
pub struct Deed {
    /// When it holds; empty for always.
    pub eras: &'static [Era],
    /// For which changes.
    pub on: On,
    /// What it does.
    pub does: Does,
    /// Why, or what exactly.
    pub because: Option<&'static str>,
}

/// What changes of a field, and of what is below it, do.
#[derive(Debug)]
pub struct Effect {
    /// The field.
    pub field: &'static str,
    /// The first row that fits counts.
    pub by: &'static [Deed],
}

/// The effects of all fields of a kind.
#[derive(Debug)]
pub struct KindEffects {
    /// The kind.
    pub kind: &'static str,
    /// Whose releases the rows mean.
    pub authority: Authority,
    /// Longest field first.
    pub effects: &'static [Effect],
}

/// How a field is converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Keeps the value.
    Move,
    /// Makes a number of seconds of a duration.
    Seconds,
    /// Makes a list of name and value of a map.
    Args,
    /// Makes apiGroup, kind and name of a reference.
    Ref,
    /// Makes `timeoutSeconds` of the `timeout` of every condition.
    Conditions,
    /// Loses the field.
    Drop,
}

/// One step of a conversion.
#[derive(Debug)]
pub struct Step {
    /// Where the field was.
    pub from: &'static str,
    /// How it changes.
    pub how: How,
    /// Where it goes; where it was when empty.
    pub to: &'static [&'static str],
}

/// How a kind goes from v1beta1 to v1beta2.
#[derive(Debug)]
pub struct Conversion {
    /// The kind.
    pub kind: &'static str,
    /// In order.
    pub steps: &'static [Step],
}

/// How a kind in an older version of its API becomes what v1beta1 called it.
#[derive(Debug)]
pub struct Older {
    /// The kind.
    pub kind: &'static str,
    /// The versions, such as `v1alpha3`.
    pub versions: &'static [&'static str],
    /// In order.
    pub steps: &'static [Step],
}

/// A value of a [`struct@Default`].
#[derive(Debug, Clone, Copy)]
pub enum Literal {
    /// True or false.
    Flag(bool),
    /// A text.
    Text(&'static str),
    /// A number.
    Number(i64),
    /// An object of texts.
    Texts(&'static [(&'static str, &'static str)]),
}

/// What stands in a field that nobody set.
#[derive(Debug)]
pub struct Default {
    /// The kinds that it is for.
    pub kinds: &'static [&'static str],
    /// Who fills it in.
    pub authority: Authority,
    /// When.
    pub era: Era,
    /// The object that must be there for it.
    pub inside: Option<&'static str>,
    /// The field.
    pub field: &'static str,
    /// The value.
    pub value: Literal,
}

/// What a schema counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Characters of a text.
    Length(usize),
    /// Items of a list.
    Items(usize),
}

/// How much a field of a KubeadmConfigSpec may hold.
#[derive(Debug)]
pub struct Limit {
    /// The field below the spec; `[*]` is every item of a list.
    pub field: &'static str,
    /// When.
    pub era: Era,
    /// The API versions whose schema has the limit; none for all.
    pub versions: &'static [&'static str],
    /// The limit.
    pub measure: Measure,
}

/// Objects that typed structs always hold.
#[derive(Debug)]
pub struct AlwaysThere {
    /// The kinds.
    pub kinds: &'static [&'static str],
    /// Whose structs.
    pub authority: Authority,
    /// When.
    pub era: Era,
    /// The objects.
    pub fields: &'static [&'static str],
}

/// A field that is younger than the list which names it.
#[derive(Debug)]
pub struct Young {
    /// The field.
    pub field: &'static str,
    /// The first release that has it.
    pub from: Release,
}

/// On what a field of a fixed spec may change. The data says what each of them means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum While {
    /// Always.
    Always,
    /// The old field is empty.
    Once,
    /// Its parent stands on both sides.
    Both,
    /// There is no floating IP, and the field is empty.
    Floating,
    /// No bastion runs.
    Undeployed,
    /// A filter gives way to an id.
    ToId,
    /// Only address pairs differ.
    AddressPairs,
    /// Only name servers of subnets differ.
    NameServers,
}

/// A field of a fixed spec that may change.
#[derive(Debug)]
pub struct Mutable {
    /// The field.
    pub field: &'static str,
    /// On what.
    pub when: While,
    /// In which releases.
    pub eras: &'static [Era],
}

/// A kind with a fixed spec.
#[derive(Debug)]
pub struct KindMutable {
    /// The kind.
    pub kind: &'static str,
    /// What of its spec may change.
    pub fields: &'static [Mutable],
}
