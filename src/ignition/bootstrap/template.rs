//! Files whose content is a Go template (`contentFormat: Template`).
//!
//! Source: `template.go` and `resolveFiles` of the KubeadmConfig controller, Cluster API
//! v1.14.0. The only variable is `.controlPlane.version`, the only functions are Go's own.

use std::sync::Arc;

use super::FileSpec;
use crate::gotpl::{Ctx, Env, Functions, Templates};
use crate::profile::Version;
use crate::source::FileId;
use crate::value::{FuncError, Map, Str, Value};

/// The first release that renders such files; older ones drop the field.
const SINCE: Version = Version::new(1, 14, 0);

/// What a rendered file may have at most.
const MAX_RENDERED: usize = 1 << 20;

/// A file that the controller cannot render.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// Where it stands in `spec.files`.
    pub index: usize,
    /// The controller's text.
    pub upstream: String,
}

/// Replaces the content of templates by what they print. `version` is that of the control
/// plane, none where the manifests do not have one.
///
/// # Errors
/// The first file that cannot be rendered; it and those behind it stay as they are.
pub fn render_files(
    files: &mut [FileSpec],
    capi: &Version,
    version: Option<&str>,
) -> Result<(), TemplateError> {
    if *capi < SINCE {
        return Ok(());
    }
    let templates = files.iter_mut().enumerate().filter(|(_, f)| f.content_format == "Template");
    for (index, file) in templates {
        let upstream = |text: String| TemplateError { index, upstream: text };
        let version = match version {
            Some(text) => Some(semantic(text).ok_or_else(|| {
                upstream(format!(
                    "failed to parse control plane version {text:?} for template data"
                ))
            })?),
            None => None,
        };
        let failed = |step: &str, error: String| {
            let path = &file.path;
            upstream(format!(
                "failed to render templates: failed to {step} template for file {path:?}: {error}"
            ))
        };
        file.content = render(&file.path, &file.content, version.as_deref())
            .map_err(|(step, error)| failed(step, error))?;
    }
    Ok(())
}

fn render(name: &str, text: &str, version: Option<&str>) -> Result<String, (&'static str, String)> {
    let functions = Functions::new([]);
    let mut set = Templates::new(name);
    let parsed = set.parse(name, FileId::NONE, Str::from(text), &functions);
    parsed.map_err(|e| ("parse", e.to_string()))?;
    let data = Map::new();
    if let Some(version) = version {
        let control_plane = Map::new();
        let stored = control_plane
            .insert(Str::from("version"), Value::from(version))
            .and_then(|()| data.insert(Str::from("controlPlane"), Value::Map(control_plane)));
        stored.map_err(|e| ("execute", e.to_string()))?;
    }
    let mut nothing = Nothing;
    let mut ctx = Ctx::new(Arc::new(set), &functions, &mut nothing);
    let output = ctx.execute(&Str::from(name), &Value::Map(data));
    let output = output.map_err(|e| ("execute", e.to_string()))?;
    if output.bytes.len() > MAX_RENDERED {
        let message = format!("rendered output exceeds the {MAX_RENDERED} byte limit");
        return Err(("execute", message));
    }
    Ok(String::from_utf8_lossy(&output.bytes).into_owned())
}

/// A version with three numbers and a `v` before them; Go's parser adds what is missing.
fn semantic(text: &str) -> Option<String> {
    let bare = text.trim();
    let bare = bare.strip_prefix('v').unwrap_or(bare);
    let end = bare.find(['-', '+']).unwrap_or(bare.len());
    let (numbers, rest) = bare.split_at(end);
    let mut parts: Vec<u64> =
        numbers.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    if parts.len() > 3 || (parts.len() < 3 && !rest.is_empty()) {
        return None;
    }
    parts.resize(3, 0);
    Some(format!("v{}.{}.{}{rest}", parts[0], parts[1], parts[2]))
}

/// Templates of files see nothing of the world.
struct Nothing;

impl Env for Nothing {
    fn now(&mut self) -> (i64, u32) {
        (0, 0)
    }

    fn fill_random(&mut self, buffer: &mut [u8]) {
        buffer.fill(0);
    }

    fn lookup(&mut self, _: &str, _: &str, _: &str, _: &str) -> Result<Value, FuncError> {
        Ok(Value::Map(Map::new()))
    }

    fn resolve_host(&mut self, _: &str) -> String {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(content: &str, capi: Version, version: Option<&str>) -> Result<String, String> {
        let file = FileSpec {
            path: "/etc/a".into(),
            content: content.into(),
            content_format: "Template".into(),
            ..FileSpec::default()
        };
        let mut files = [file];
        render_files(&mut files, &capi, version).map_err(|e| e.upstream)?;
        let [file] = files;
        Ok(file.content)
    }

    #[test]
    fn the_version_of_the_control_plane_is_the_only_variable() {
        let text = "K={{ .controlPlane.version }}\n{{ printf \"%q\" \"a\" }}";
        let got = rendered(text, SINCE, Some("1.35"));
        assert_eq!(got.as_deref(), Ok("K=v1.35.0\n\"a\""));
        let got = rendered("{{ if .controlPlane }}a{{ else }}b{{ end }}", SINCE, None);
        assert_eq!(got.as_deref(), Ok("b"));
        assert_eq!(rendered("{{ .x }}", SINCE, None).as_deref(), Ok("<no value>"));
        assert_eq!(rendered("{{ .x", Version::new(1, 13, 2), None).as_deref(), Ok("{{ .x"));
    }

    #[test]
    fn what_cannot_be_rendered_has_the_text_of_the_controller() {
        let got = rendered("a\n{{ default 1 2 }}", SINCE, None).unwrap_err();
        let want = "failed to render templates: failed to parse template for file \"/etc/a\": \
                    template: /etc/a:2: function \"default\" not defined";
        assert_eq!(got, want);
        let got = rendered("{{ .controlPlane.version }}", SINCE, None).unwrap_err();
        assert!(
            got.contains("failed to execute template for file \"/etc/a\": template: "),
            "{got}"
        );
        let got = rendered("{{ .x }}", SINCE, Some("latest")).unwrap_err();
        assert_eq!(got, "failed to parse control plane version \"latest\" for template data");
    }
}
