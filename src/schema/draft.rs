//! The drafts of JSON Schema.

/// A draft, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draft {
    /// draft-04
    D4,
    /// draft-06
    D6,
    /// draft-07
    D7,
    /// 2019-09
    D2019,
    /// 2020-12
    D2020,
}

impl Draft {
    /// The draft of a schema without `$schema`, as in Helm 4.
    pub const DEFAULT: Draft = Draft::D2020;

    /// The draft that a `$schema` names; none for a meta-schema of somebody's own.
    pub fn of_url(url: &str) -> Option<Draft> {
        let url = url.strip_suffix('#').unwrap_or(url);
        let url = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"))?;
        match url {
            "json-schema.org/schema" | "json-schema.org/draft/2020-12/schema" => Some(Draft::D2020),
            "json-schema.org/draft/2019-09/schema" => Some(Draft::D2019),
            "json-schema.org/draft-07/schema" => Some(Draft::D7),
            "json-schema.org/draft-06/schema" => Some(Draft::D6),
            "json-schema.org/draft-04/schema" => Some(Draft::D4),
            _ => None,
        }
    }

    /// The URL of the draft's meta-schema.
    pub fn url(self) -> &'static str {
        match self {
            Draft::D4 => "http://json-schema.org/draft-04/schema",
            Draft::D6 => "http://json-schema.org/draft-06/schema",
            Draft::D7 => "http://json-schema.org/draft-07/schema",
            Draft::D2019 => "https://json-schema.org/draft/2019-09/schema",
            Draft::D2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The keyword that names a schema.
    pub fn id_keyword(self) -> &'static str {
        if self == Draft::D4 { "id" } else { "$id" }
    }

    /// Up to draft-07 nothing beside a `$ref` counts.
    pub fn ref_stands_alone(self) -> bool {
        self < Draft::D2019
    }

    /// Up to draft-07 `format` is checked; later it is a remark.
    pub fn asserts_format(self) -> bool {
        self < Draft::D2019
    }
}
