#!/usr/bin/env python3
"""Fill fuzz/corpus from the recorded cases under tests/, one folder for each target.

A seed is small: what is over 16 KiB teaches a fuzzer nothing and slows it down.
"""
import glob, hashlib, io, json, os, re, tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "tests")
LARGEST = 16 << 10
HEAD = "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nmetadata: {name: x}\nspec: "


def put(target, data):
    data = data.encode() if isinstance(data, str) else data
    if not data or len(data) > LARGEST:
        return
    folder = os.path.join(HERE, "corpus", target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, hashlib.sha1(data).hexdigest()), "wb") as file:
        file.write(data)


def read(pattern):
    for path in sorted(glob.glob(os.path.join(TESTS, pattern), recursive=True)):
        if os.path.isfile(path):
            yield path, open(path, "rb").read()


def lines(pattern):
    for _, data in read(pattern):
        yield from (json.loads(line) for line in data.decode().split("\n") if line.strip())


def templates():
    texts = [data for _, data in read("helm/**/templates/**")]
    texts += [case["t"] for case in lines("gotpl/*.jsonl")]
    texts += ["{{ %s }}" % case["in"] for case in lines("funcs/*.jsonl")]
    for text in texts:
        put("gotpl_parse", text)
        put("gotpl_execute", text)


def documents():
    for name in ("helm/**/*.yaml", "helm/**/stdout", "lint/*.yaml", "upgrade/*.yaml", "../values/**/*.yaml"):
        for _, data in read(name):
            for part in [data] + data.split(b"\n---\n")[:40]:
                put("yaml_read", part)
                put("yaml_round_trip", part)


def pack(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def charts():
    for folder in sorted(glob.glob(os.path.join(TESTS, "helm/*/*/chart"))):
        files = {}
        for path in sorted(glob.glob(os.path.join(folder, "**"), recursive=True)):
            if os.path.isfile(path):
                files[os.path.relpath(path, folder)] = open(path, "rb").read()
        put("archive", b"\x01" + pack([("c/" + name, data) for name, data in files.items()]))
        template = b"\n".join(d for n, d in files.items() if n.startswith("templates/"))
        parts = [files.get("Chart.yaml", b""), files.get("values.yaml", b""), b"", template, b"", b""]
        put("chart", b"\x00" + b"\x00".join(parts))
    for _, data in read("helm/**/*.tgz"):
        put("archive", b"\x00" + data)


def schemas():
    for folder in sorted(glob.glob(os.path.join(TESTS, "helm/schema/*/chart"))):
        schema = os.path.join(folder, "values.schema.json")
        if os.path.exists(schema):
            put("schema", open(schema, "rb").read() + b"\x00" + b'{"a": [1, "x", null], "b": {"c": 1.5}}')


def flags():
    kinds = {"--set-json": 0, "--set": 1, "--set-string": 2, "--set-file": 3, "--set-literal": 4}
    text = b"\n".join(data for _, data in read("helm/**/args*")).decode("utf-8", "replace")
    text += b"\n".join(data for _, data in read("helm/**/cmd*")).decode("utf-8", "replace")
    for flag, value in re.findall(r"(--set(?:-\w+)?)[ =\n\",]+([^\n]+)", text):
        put("set_flags", bytes([kinds.get(flag, 1)]) + value.strip(" '\"").encode())
    for value in ("a=1", "a.b[0].c={1,2}", r"a\.b=x\,y", '{"a": [1]}', "a[1][2]=null", "l={a,b},s=", "a.b"):
        for kind in kinds.values():
            put("set_flags", bytes([kind]) + value.encode())


def nodes():
    import yaml

    cases = yaml.safe_load(open(os.path.join(TESTS, "ignition", "cases.yaml")))
    for case in cases["valid"] + cases["invalid"]:
        given = case["input"]
        put("clc", given.get("additionalConfig") or "")
        spec = {"format": "ignition", "joinConfiguration": {}}
        spec |= {k: v for k, v in given.items() if k not in ("additionalConfig", "strict", "kubeadmYml", "kubeadmCommand")}
        added = {k: given[k] for k in ("additionalConfig", "strict") if k in given}
        spec["ignition"] = {"containerLinuxConfig": added}
        for number in range(5):
            put("simulate", bytes([number]) + (HEAD + json.dumps(spec)).encode())
        spec["format"] = "cloud-config"
        put("simulate", b"\x04" + (HEAD + json.dumps(spec)).encode())
    for _, data in read("ignition/seed*.yaml"):
        put("simulate", b"\x01" + data)


for make in (templates, documents, charts, schemas, flags, nodes):
    make()
for folder in sorted(glob.glob(os.path.join(HERE, "corpus", "*"))):
    print(f"{os.path.basename(folder):16} {len(os.listdir(folder)):6} seeds")
