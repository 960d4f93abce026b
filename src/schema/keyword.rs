//! The keywords of JSON Schema, and which drafts know them where.

use crate::schema::draft::Draft;

/// How a keyword holds subschemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// No subschemas.
    Nothing,
    /// One subschema.
    One,
    /// A list of subschemas.
    List,
    /// Subschemas by name.
    Map,
    /// One subschema or a list of them.
    OneOrList,
}

macro_rules! keywords {
    ($($variant:ident $name:literal $since:ident $holds:ident;)*) => {
        /// A keyword that the validator acts on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(crate) enum Keyword { $($variant),* }

        impl Keyword {
            /// How many there are.
            pub const COUNT: usize = [$(Keyword::$variant),*].len();

            /// The keyword of a name.
            pub fn of(name: &str) -> Option<Keyword> {
                match name { $($name => Some(Keyword::$variant),)* _ => None }
            }

            /// The first draft in which the keyword may hold subschemas that carry ids and
            /// anchors.
            pub fn since(self) -> Draft {
                match self { $(Keyword::$variant => Draft::$since),* }
            }

            /// How the keyword holds subschemas.
            pub fn holds(self) -> Holds {
                match self { $(Keyword::$variant => Holds::$holds),* }
            }
        }
    };
}

keywords! {
    AdditionalItems "additionalItems" D4 One;
    AdditionalProperties "additionalProperties" D4 One;
    AllOf "allOf" D4 List;
    Anchor "$anchor" D2019 Nothing;
    AnyOf "anyOf" D4 List;
    Const "const" D6 Nothing;
    Contains "contains" D6 One;
    ContentSchema "contentSchema" D2019 One;
    Definitions "definitions" D4 Map;
    Defs "$defs" D2019 Map;
    Dependencies "dependencies" D4 Map;
    DependentRequired "dependentRequired" D2019 Nothing;
    DependentSchemas "dependentSchemas" D2019 Map;
    DynamicAnchor "$dynamicAnchor" D2020 Nothing;
    DynamicRef "$dynamicRef" D2020 Nothing;
    Else "else" D7 One;
    Enum "enum" D4 Nothing;
    ExclusiveMaximum "exclusiveMaximum" D4 Nothing;
    ExclusiveMinimum "exclusiveMinimum" D4 Nothing;
    Format "format" D4 Nothing;
    If "if" D7 One;
    Items "items" D4 OneOrList;
    MaxContains "maxContains" D2019 Nothing;
    Maximum "maximum" D4 Nothing;
    MaxItems "maxItems" D4 Nothing;
    MaxLength "maxLength" D4 Nothing;
    MaxProperties "maxProperties" D4 Nothing;
    MinContains "minContains" D2019 Nothing;
    Minimum "minimum" D4 Nothing;
    MinItems "minItems" D4 Nothing;
    MinLength "minLength" D4 Nothing;
    MinProperties "minProperties" D4 Nothing;
    MultipleOf "multipleOf" D4 Nothing;
    Not "not" D4 One;
    OneOf "oneOf" D4 List;
    Pattern "pattern" D4 Nothing;
    PatternProperties "patternProperties" D4 Map;
    PrefixItems "prefixItems" D2020 List;
    Properties "properties" D4 Map;
    PropertyNames "propertyNames" D6 One;
    RecursiveAnchor "$recursiveAnchor" D2019 Nothing;
    RecursiveRef "$recursiveRef" D2019 Nothing;
    Ref "$ref" D4 Nothing;
    Required "required" D4 Nothing;
    Then "then" D7 One;
    Type "type" D4 Nothing;
    UnevaluatedItems "unevaluatedItems" D2019 One;
    UnevaluatedProperties "unevaluatedProperties" D2019 One;
    UniqueItems "uniqueItems" D4 Nothing;
}
