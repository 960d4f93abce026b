//! Hostile charts: each ends in a clear error of a limit, and reaches nothing outside.
//!
//! What ends at once runs through the binary. What ends after many steps runs through the
//! library with fewer of them, since an unoptimised build would take minutes; the limit is the
//! same one.

use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::Arc;

use clusterctl_gs::funcs::functions;
use clusterctl_gs::gotpl::{Ctx, Templates};
use clusterctl_gs::render::{Host, Lookup};
use clusterctl_gs::source::FileId;
use clusterctl_gs::value::stack::with_big_stack;
use clusterctl_gs::value::{Frozen, Str};
use flate2::{Compression, write::GzEncoder};

use crate::support::{Run, Scratch, run_in};

const CHART: &str = "apiVersion: v2\nname: c\nversion: 1.0.0\n";

/// Writes a chart of one template and runs `template` on it.
fn template(template: &str, values: &str, more: &[(&str, &str)]) -> Run {
    let scratch = Scratch::new("hostile");
    scratch.write("c/Chart.yaml", CHART);
    scratch.write("c/values.yaml", values);
    scratch.write("c/templates/t.yaml", template);
    for (name, content) in more {
        scratch.write(&format!("c/{name}"), content);
    }
    run_in(scratch.path(), &["template", "x", "c"])
}

#[track_caller]
fn refused(run: &Run, expected: &str, case: &str) {
    let tail: String =
        run.stderr.chars().rev().take(400).collect::<Vec<_>>().iter().rev().collect();
    assert_eq!((run.status, &*run.stdout), (1, ""), "{case}: {tail}");
    assert!(run.stderr.contains(expected), "{case}: {tail}");
    assert!(!run.stderr.contains("panicked"), "{case}: {tail}");
}

/// Templates that one limit stops at once, and what it says.
#[rustfmt::skip]
const AT_ONCE: &[(&str, &str)] = &[
    (r#"{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}"#, "nested reference name: a"),
    (r#"{{ define "a" }}{{ include "b" . }}{{ end }}{{ define "b" }}{{ include "a" . }}{{ end }}{{ include "a" . }}"#, "nested reference name"),
    (r#"{{ define "a" }}{{ template "b" . }}{{ end }}{{ define "b" }}{{ template "a" . }}{{ end }}{{ template "a" . }}"#, "exceeded maximum template depth"),
    (r#"{{ $t := "{{ tpl .t . }}" }}{{ tpl $t (dict "t" $t "Template" .Template) }}"#, "texts run inside each other 1000 levels deep"),
    (r#"{{ repeat 1000000000 "x" }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ repeat 9223372036854775807 "xx" }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ range until 1000000000 }}{{ end }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ untilStep 0 1000000000 1 }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ seq 1000000000 }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ nindent 1000000000 "a" }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ randAlphaNum 1000000000 }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ $s := "xx" }}{{ range until 100 }}{{ $s = printf "%s%s" $s $s }}{{ end }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ $s := "xx" }}{{ range until 100 }}{{ $s = join $s (list $s $s $s) }}{{ end }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ $s := "xx" }}{{ range until 100 }}{{ $s = replace "x" $s $s }}{{ end }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ $l := list 1 }}{{ range until 100 }}{{ $l = concat $l $l }}{{ end }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ splitList "" (repeat 10000000 "a") | len }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ split "" (repeat 1000000 "a") | len }}"#, "exceeds the limit of 33554432 bytes"),
    (r#"{{ regexFindAll "" (repeat 1000000 "a") -1 | len }}"#, "template does not come to an end"),
    (r#"{{ regexSplit "a" (repeat 1000000 "a") -1 | len }}"#, "template does not come to an end"),
    (r#"{{ $s := "xx" }}{{ range until 40 }}{{ $s = regexReplaceAll "(.*)" $s "$1$1$1$1" }}{{ end }}"#, "limit of 33554432 bytes"),
    (r#"{{ $s := repeat 1000000 "x" }}{{ range until 1000 }}{{ $s }}{{ end }}"#, "output exceeds the limit of 33554432 bytes"),
    (r#"{{ env "HOME" }}"#, "function \"env\" not defined"),
    (r#"{{ expandenv "$HOME" }}"#, "function \"expandenv\" not defined"),
];

#[test]
fn templates_that_ask_for_too_much_are_refused() {
    for (text, expected) in AT_ONCE {
        refused(&template(text, "", &[]), expected, text);
    }
}

/// Templates that would run for years, or until the memory is used up.
#[rustfmt::skip]
const ENDLESS: &[&str] = &[
    r#"{{ range 1000000000 }}{{ end }}"#,
    r#"{{ range until 1000 }}{{ range until 1000 }}{{ range until 1000 }}{{ end }}{{ end }}{{ end }}"#,
    r#"{{ define "a" }}{{ if gt (int .) 0 }}{{ include "a" (sub . 1) }}{{ include "a" (sub . 1) }}{{ end }}{{ end }}{{ include "a" 40 }}"#,
    r#"{{ define "a" }}{{ if gt (int .) 0 }}{{ template "a" (sub . 1) }}{{ template "a" (sub . 1) }}{{ end }}{{ end }}{{ template "a" 40 }}"#,
    r#"{{ range until 100000 }}{{ $x := printf "%999999d" 1 }}{{ end }}"#,
    r#"{{ range until 100000 }}{{ $x := repeat 1000000 "x" }}{{ end }}"#,
    r#"{{ $s := repeat 1000000 "x" }}{{ range until 100000 }}{{ $x := contains "y" $s }}{{ end }}"#,
    r#"{{ $s := repeat 1000000 "x" }}{{ range until 100000 }}{{ $x := sha256sum $s }}{{ end }}"#,
    r#"{{ $s := repeat 1000000 "x" }}{{ range until 100000 }}{{ $x := upper $s }}{{ end }}"#,
    r#"{{ $l := list }}{{ range until 100000 }}{{ $l = append $l . }}{{ end }}"#,
    r#"{{ $l := until 100000 }}{{ range until 1000 }}{{ $x := sortAlpha $l }}{{ end }}"#,
    r#"{{ range until 1000 }}{{ $x := genPrivateKey "rsa" }}{{ end }}"#,
    r#"{{ range until 1000 }}{{ $x := bcrypt "a" }}{{ end }}"#,
    r#"{{ range until 1000 }}{{ $x := derivePassword 1 "long" "a" "b" "c" }}{{ end }}"#,
    r#"{{ range until 1000 }}{{ $x := encryptAES "k" (repeat 100000 "a") }}{{ end }}"#,
    r#"{{ range until 1000 }}{{ $x := semverCompare (repeat 1000 ">1 ") "1.0.0" }}{{ end }}"#,
    r#"{{ range until 100000 }}{{ $x := date (repeat 1000 "2006") now }}{{ end }}"#,
    r#"{{ regexFindAll ".*a|b" (repeat 100000 "b") -1 | len }}"#,
    r#"{{ regexMatch "(a|b)*a(a|b){1000}" (repeat 100000 "ab") }}"#,
    r#"{{ range $i := until 100000 }}{{ $x := regexMatch (printf "a%d(b|c){1,50}" $i) "x" }}{{ end }}"#,
];

#[test]
fn templates_that_never_end_are_stopped() {
    for text in ENDLESS {
        let error = with_big_stack(|| {
            let mut set = Templates::new("gotpl");
            set.parse("t", FileId::NONE, Str::from(*text), functions()).unwrap();
            let mut env = Host::fixed(Arc::new(Lookup::default()));
            let mut ctx = Ctx::new(Arc::new(set), functions(), &mut env).with_max_steps(300_000);
            let data = Frozen::default().thaw();
            ctx.execute(&Str::from("t"), &data).err().map(|error| error.to_string())
        });
        let error = error.unwrap_or_else(|| panic!("{text} came to an end"));
        assert!(error.contains("template does not come to an end"), "{text}: {error}");
    }
}

/// What refers to itself prints as an error or as nothing, as in Helm, and never for ever.
#[test]
fn values_that_hold_themselves_are_no_problem() {
    let cycle = r#"{{ $d := dict }}{{ $_ := set $d "a" $d }}"#;
    for call in [
        "toYaml $d",
        "toJson $d",
        "toToml $d",
        "toYamlPretty $d",
        "toRawJson $d",
        "deepCopy $d",
        "printf \"%#v\" $d",
        "toString $d",
        "quote $d",
        "cat $d $d",
        "join \",\" (list $d)",
        "deepEqual $d $d",
        "merge (dict) $d | len",
        "has $d (list $d)",
        "uniq (list $d $d) | len",
        "dig \"a\" \"a\" \"b\" 1 $d",
        "$d",
    ] {
        let run = template(&format!("{cycle}x: {{{{ {call} | len }}}}"), "", &[]);
        assert!(matches!(run.status, 0 | 1), "{call}: {}", run.stderr);
        assert!(!run.stderr.contains("overflow"), "{call}: {}", run.stderr);
    }
}

#[test]
fn input_that_nests_too_deep_is_refused() {
    let parens = format!("{{{{ {}1{} }}}}", "(".repeat(100_000), ")".repeat(100_000));
    refused(&template(&parens, "", &[]), "max expression depth exceeded", "parentheses");
    let blocks = format!("{}{}", "{{ if 1 }}".repeat(10_000), "{{ end }}".repeat(10_000));
    refused(&template(&blocks, "", &[]), "blocks nest too deeply", "blocks");
    let values = format!("a: {}{}", "[".repeat(100_000), "]".repeat(100_000));
    refused(&template("x: 1", &values, &[]), "exceeded max depth", "values");
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        laughs += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    refused(&template("x: 1", &laughs, &[]), "excessive aliasing", "aliases");
    refused(&template(&laughs, "", &[]), "excessive aliasing", "aliases in the output");
    let run = template("x: 1", "", &[("values.schema.json", &"{\"not\":".repeat(100_000))]);
    assert_eq!(run.status, 1, "{}", run.stderr);
}

#[test]
fn schemas_that_branch_or_repeat_without_end_are_given_up() {
    let doubled: String = (0..60)
        .map(|i| {
            let next = format!("{{\"$ref\": \"#/$defs/a{}\"}}", i + 1);
            format!("\"a{i}\": {{\"allOf\": [{next}, {next}]}}, ")
        })
        .collect();
    let schema = format!(
        "{{\"$defs\": {{{doubled}\"a60\": {{\"type\": \"object\"}}}}, \"$ref\": \"#/$defs/a0\"}}"
    );
    let run = template("x: 1", "a: 1", &[("values.schema.json", &schema)]);
    refused(&run, "gave up", "a schema that doubles");
    let run = template("x: 1", "a: 1", &[("values.schema.json", r##"{"$ref": "#"}"##)]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    for reference in ["http://127.0.0.1:1/x", "file:///etc/hostname"] {
        let schema = format!("{{\"$ref\": \"{reference}\"}}");
        let run = template("x: 1", "a: 1", &[("values.schema.json", &schema)]);
        assert_eq!(run.status, 1, "{reference}: {}", run.stderr);
    }
}

#[test]
fn arguments_that_ask_for_too_much_are_refused() {
    let scratch = Scratch::new("hostile-set");
    scratch.write("c/Chart.yaml", CHART);
    scratch.write("c/templates/t.yaml", "x: 1\n");
    let deep = format!("a{}=1", "[0]".repeat(30_000));
    let padded: String = (0..20).map(|i| format!("k{i}[65536]=1,")).collect();
    for argument in ["a[99999999]=1", &deep, &padded] {
        let run = run_in(scratch.path(), &["template", "x", "c", "--set", argument]);
        refused(&run, "failed parsing --set data", &argument[..argument.len().min(30)]);
    }
}

/// A tar stream: name, kind, size as the header says it, content.
fn archive(entries: &[(&str, tar::EntryType, u64, &[u8])]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for (name, kind, size, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_size(*size);
        header.set_mode(0o644);
        header.set_cksum();
        encoder.write_all(header.as_bytes()).unwrap();
        encoder.write_all(content).unwrap();
        encoder.write_all(&vec![0; content.len().next_multiple_of(512) - content.len()]).unwrap();
    }
    encoder.write_all(&[0; 1024]).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn archives_with_too_much_in_them_are_refused() {
    let scratch = Scratch::new("bombs");
    let file = tar::EntryType::Regular;
    let chart = ("c/Chart.yaml", file, CHART.len() as u64, CHART.as_bytes());
    let large = vec![0; 5 << 20];
    let names: Vec<String> = (0..21).map(|i| format!("c/x{i}")).collect();
    let bomb = names.iter().map(|name| (&**name, file, large.len() as u64, &large[..]));
    let long = vec![b'a'; 3 << 20];
    let long_name = ("././@LongLink", tar::EntryType::GNULongName, long.len() as u64, &long[..]);
    let cases: [(&str, Vec<_>); 5] = [
        ("a bomb", std::iter::once(chart).chain(bomb).collect()),
        ("a file that is too large", vec![chart, ("c/x", file, 6 << 20, &large)]),
        ("a file that is not there", vec![chart, ("c/x", file, 5 << 20, b"x")]),
        ("a name of megabytes", vec![chart, long_name, ("c/x", file, 1, b"x")]),
        (
            "a directory of gigabytes",
            vec![("c/d/", tar::EntryType::Directory, 1 << 32, &large), chart],
        ),
    ];
    for (case, entries) in cases {
        scratch.write("c.tgz", archive(&entries));
        let run = run_in(scratch.path(), &["template", "x", "c.tgz"]);
        refused(&run, "unable to load chart archive", case);
    }
}

#[test]
fn nothing_outside_of_an_archive_is_reached() {
    let scratch = Scratch::new("escapes");
    let file = tar::EntryType::Regular;
    let chart = ("c/Chart.yaml", file, CHART.len() as u64, CHART.as_bytes());
    let show = b"x: {{ range $n, $_ := .Files }}{{ $n }}={{ $.Files.Get $n }};{{ end }}\n";
    let shown = ("c/templates/t.yaml", file, show.len() as u64, &show[..]);
    for path in ["c/../../x", "c/a/../../../x", "c\\..\\..\\x", "c//etc/x", "c/C:/x"] {
        scratch.write("c.tgz", archive(&[chart, shown, (path, file, 1, b"x")]));
        let run = run_in(scratch.path(), &["template", "x", "c.tgz"]);
        refused(&run, "unable to load chart archive", path);
    }
    for kind in [tar::EntryType::Symlink, tar::EntryType::Link] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_path("c/secret").unwrap();
        header.set_link_name("/etc/hostname").unwrap();
        header.set_size(0);
        header.set_cksum();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let mut builder = tar::Builder::new(Vec::new());
        builder.append(&header, &b""[..]).unwrap();
        for (name, _, _, content) in [chart, shown] {
            let mut header = tar::Header::new_gnu();
            header.set_size(content.len() as u64);
            builder.append_data(&mut header, name, content).unwrap();
        }
        encoder.write_all(&builder.into_inner().unwrap()).unwrap();
        scratch.write("c.tgz", encoder.finish().unwrap());
        let run = run_in(scratch.path(), &["template", "x", "c.tgz"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.ends_with("x: secret=;\n"), "{kind:?}: {}", run.stdout);
    }
}

#[test]
fn links_of_a_directory_are_followed_as_helm_does_and_loops_end() {
    let scratch = Scratch::new("links");
    scratch.write("c/Chart.yaml", CHART);
    scratch.write("c/templates/t.yaml", "x: {{ .Files.Get \"linked\" }}\n");
    let outside = scratch.write("outside", "seen");
    symlink(&outside, scratch.path().join("c/linked")).unwrap();
    let run = run_in(scratch.path(), &["template", "x", "c"]);
    assert!(run.stdout.ends_with("x: seen\n"), "{}{}", run.stdout, run.stderr);
    let replace = |target: &str| -> PathBuf {
        let link = scratch.path().join("c/linked");
        std::fs::remove_file(&link).unwrap();
        symlink(target, &link).unwrap();
        link
    };
    for target in [".", "linked", "/dev/zero", "no-such-file"] {
        replace(target);
        let run = run_in(scratch.path(), &["template", "x", "c"]);
        assert_eq!((run.status, &*run.stdout), (1, ""), "{target}: {}", run.stderr);
        assert!(run.stderr.contains("Error: "), "{target}: {}", run.stderr);
    }
}

#[test]
fn templates_reach_no_file_no_network_and_no_environment() {
    let text = r#"a: "{{ .Files.Get "../outside" }}{{ .Files.Get "/etc/hostname" }}"
b: {{ len (.Files.Glob "../*") }}{{ len (.Files.Glob "/etc/*") }}
c: "{{ getHostByName "localhost" }}{{ getHostByName "example.com" }}"
d: {{ lookup "v1" "Secret" "default" "x" | toJson }}
"#;
    let run = template(text, "", &[]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let expected = "a: \"\"\nb: 00\nc: \"\"\nd: {}\n";
    assert!(run.stdout.ends_with(expected), "{}", run.stdout);
}
