//! The meta-schemas of all drafts: what a schema itself must look like.
//!
//! The files under `meta/` state the drafts' constraints and nothing else. They are parsed
//! when first needed, which for a correct schema is never.

use std::sync::{Arc, LazyLock};

use super::Schema;
use super::document::Document;
use super::draft::Draft;

struct File {
    url: &'static str,
    document: LazyLock<Arc<Document>>,
}

macro_rules! files {
    ($($url:literal => $path:literal),* $(,)?) => {
        static FILES: [File; [$($url),*].len()] = [$(File {
            url: $url,
            document: LazyLock::new(|| {
                let text = include_bytes!(concat!("meta/", $path));
                Arc::new(Document::parse(text).expect("the meta-schemas are tested"))
            }),
        }),*];
    };
}

files! {
    "http://json-schema.org/draft-04/schema" => "draft-04.json",
    "http://json-schema.org/draft-06/schema" => "draft-06.json",
    "http://json-schema.org/draft-07/schema" => "draft-07.json",
    "https://json-schema.org/draft/2019-09/schema" => "2019-09/schema.json",
    "https://json-schema.org/draft/2019-09/meta/applicator" => "2019-09/applicator.json",
    "https://json-schema.org/draft/2019-09/meta/content" => "2019-09/content.json",
    "https://json-schema.org/draft/2019-09/meta/core" => "2019-09/core.json",
    "https://json-schema.org/draft/2019-09/meta/format" => "2019-09/format.json",
    "https://json-schema.org/draft/2019-09/meta/meta-data" => "2019-09/meta-data.json",
    "https://json-schema.org/draft/2019-09/meta/validation" => "2019-09/validation.json",
    "https://json-schema.org/draft/2020-12/schema" => "2020-12/schema.json",
    "https://json-schema.org/draft/2020-12/meta/applicator" => "2020-12/applicator.json",
    "https://json-schema.org/draft/2020-12/meta/content" => "2020-12/content.json",
    "https://json-schema.org/draft/2020-12/meta/core" => "2020-12/core.json",
    "https://json-schema.org/draft/2020-12/meta/format-annotation" => "2020-12/format-annotation.json",
    "https://json-schema.org/draft/2020-12/meta/format-assertion" => "2020-12/format-assertion.json",
    "https://json-schema.org/draft/2020-12/meta/meta-data" => "2020-12/meta-data.json",
    "https://json-schema.org/draft/2020-12/meta/unevaluated" => "2020-12/unevaluated.json",
    "https://json-schema.org/draft/2020-12/meta/validation" => "2020-12/validation.json",
}

/// The meta-schema document at a URL, with either of the two schemes.
pub(super) fn document(url: &str) -> Option<Arc<Document>> {
    let name = |url: &'_ str| -> Option<String> {
        let name = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"))?;
        Some(if name == "json-schema.org/schema" {
            "json-schema.org/draft/2020-12/schema".into()
        } else {
            name.into()
        })
    };
    let wanted = name(url)?;
    let file = FILES.iter().find(|file| name(file.url).as_deref() == Some(&wanted))?;
    Some(file.document.clone())
}

/// The meta-schema of a draft.
pub(super) fn schema(draft: Draft) -> &'static Schema {
    static SCHEMAS: [LazyLock<Schema>; 5] = [
        LazyLock::new(|| load(Draft::D4)),
        LazyLock::new(|| load(Draft::D6)),
        LazyLock::new(|| load(Draft::D7)),
        LazyLock::new(|| load(Draft::D2019)),
        LazyLock::new(|| load(Draft::D2020)),
    ];
    &SCHEMAS[draft as usize]
}

fn load(draft: Draft) -> Schema {
    let document = document(draft.url()).expect("every draft has its file");
    Schema::of_meta_document(document, draft.url()).expect("the meta-schemas are tested")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meta_schema_is_valid_against_its_draft() {
        for file in &FILES {
            let draft = if file.url.contains("2019-09") {
                Draft::D2019
            } else {
                Draft::of_url(file.url).unwrap_or(Draft::D2020)
            };
            let result = schema(draft)
                .validate(&crate::schema::instance::DocumentNode::root(&file.document));
            assert!(result.is_ok(), "{}: {:?}", file.url, result);
        }
    }
}
