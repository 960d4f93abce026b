//! Any argument of the `--set` family changes the tree or is refused; what was set is there.

#![no_main]

use clusterctl_gs::values::set::{Edit, Rules, SetKind};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let kind = SetKind::IN_ORDER[*first as usize % SetKind::IN_ORDER.len()];
    let rules = if first & 0x80 == 0 { Rules::HELM_4 } else { Rules::HELM_3 };
    let mut tree = match json!({"a": {"b": [1, {"c": "d"}]}, "l": ["x", null], "s": "t"}) {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    let edit = Edit::new(kind, text);
    let mut read = |name: &str| match name.len() % 2 {
        0 => Ok("content\n".to_owned()),
        _ => Err(format!("open {name}: no such file or directory")),
    };
    match edit.apply(&mut tree, rules, &mut read) {
        Ok(_) => drop(serde_json::to_string(&tree).expect("a tree can be written")),
        Err(error) => {
            assert!(!error.helm_text().is_empty());
            let _ = (error.to_string(), error.excerpt(), error.help());
        }
    }
});
