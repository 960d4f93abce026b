//! Any template ends, with output or an error, within the steps and the memory that it has.

#![no_main]

use std::sync::{Arc, LazyLock};

use clusterctl_gs::funcs::functions;
use clusterctl_gs::gotpl::{Ctx, Templates};
use clusterctl_gs::render::{Host, Lookup};
use clusterctl_gs::source::FileId;
use clusterctl_gs::value::{Frozen, Str};
use libfuzzer_sys::{Corpus, fuzz_target};

/// So few that a single input takes milliseconds; the limit itself is the same.
const STEPS: u64 = 50_000;

/// Functions that are slow on purpose: real keys and real stretching of passwords.
const SLOW: [&[u8]; 5] = [b"gen", b"bcrypt", b"htpasswd", b"derivePassword", b"buildCustomCert"];

static VALUES: LazyLock<Frozen> = LazyLock::new(|| {
    Frozen::from(&serde_json::json!({
        "Values": {
            "name": "demo", "replicas": 3.0, "ratio": 0.5, "enabled": true, "nothing": null,
            "list": ["a", "b", 3.0, {"k": "v"}], "map": {"a": {"b": {"c": 1.0}}, "x-y": "z"},
            "text": "line one\n  line two\n", "template": "{{ .Values.name }}",
        },
        "Release": {"Name": "demo", "Namespace": "org-demo"},
        "Chart": {"Name": "chart", "Version": "1.2.3"},
        "Template": {"Name": "chart/templates/t.yaml", "BasePath": "chart/templates"},
    }))
});

fuzz_target!(|data: &[u8]| -> Corpus {
    if SLOW.iter().any(|name| data.windows(name.len()).any(|word| word == *name)) {
        return Corpus::Reject;
    }
    let mut set = Templates::new("gotpl");
    if set.parse("t.yaml", FileId::NONE, Str::from(data), functions()).is_err() {
        return Corpus::Keep;
    }
    let mut env = Host::fixed(Arc::new(Lookup::default()));
    let mut ctx = Ctx::new(Arc::new(set), functions(), &mut env).with_max_steps(STEPS);
    match ctx.execute(&Str::from("t.yaml"), &VALUES.thaw()) {
        Ok(output) => drop(ctx.finish(output)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    Corpus::Keep
});
