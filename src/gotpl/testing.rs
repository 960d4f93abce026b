//! Runs single templates in tests of this crate.

use std::sync::Arc;

use super::{Ctx, Env, Functions, Templates};
use crate::source::FileId;
use crate::value::{Frozen, FuncError, Map, Str, Value};

/// An environment that never changes: 2024-05-06T07:08:09Z, random bytes that count up, an
/// empty cluster, no names.
#[derive(Debug, Default)]
pub struct FixedEnv(u8);

impl Env for FixedEnv {
    fn now(&mut self) -> (i64, u32) {
        (1_714_979_289, 0)
    }

    fn fill_random(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            self.0 = self.0.wrapping_add(1);
            *byte = self.0;
        }
    }

    fn lookup(&mut self, _: &str, _: &str, _: &str, _: &str) -> Result<Value, FuncError> {
        Ok(Value::Map(Map::new()))
    }

    fn resolve_host(&mut self, _: &str) -> String {
        String::new()
    }
}

/// Parses and runs one template, named `t.yaml`; the error is Go's text.
pub fn render(
    template: &str,
    data: &serde_json::Value,
    functions: &Functions,
) -> Result<String, String> {
    let data = Frozen::from(data).thaw();
    let data = if data.is_nil() { Value::Map(Map::nil()) } else { data };
    render_value(template, &data, functions)
}

/// As [`render`], with a value that JSON cannot express.
pub fn render_value(template: &str, data: &Value, functions: &Functions) -> Result<String, String> {
    let mut set = Templates::new("gotpl");
    let parsed = set.parse("t.yaml", FileId::NONE, template.into(), functions);
    parsed.map_err(|e| e.to_string())?;
    let mut env = FixedEnv::default();
    let mut ctx = Ctx::new(Arc::new(set), functions, &mut env);
    let output = ctx.execute(&Str::from("t.yaml"), data).map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&output.bytes).into_owned())
}
