#!/usr/bin/env python3
"""Replay the history of a Helm chart through `clusterctl-gs diff`.

  replay.py BINARY MIRROR [--changes N]         N merged changes (parent and commit), spread evenly
  replay.py BINARY MIRROR --pairs OLD..NEW ...  these revisions instead

MIRROR is a git clone of the chart's repository, bare or not; the chart is `helm/<repository>`
unless --chart says otherwise. Each revision is unpacked into --work. Dependencies are put into
`charts/` from other clones (--dependency NAME=CLONE, the chart at `helm/NAME` of the tag or commit
that `Chart.yaml` names), packaged by --helm since only that leaves out what `.helmignore` names.
The file `ci/ci-values.yaml` of a revision is given where it exists, then every --values file, then
what follows `--`. Exit status 1 when a diff cannot be made.
"""
import argparse, collections, io, json, os, re, shutil, subprocess, sys, tarfile

VERSION = re.compile(r"\[\[\s*\.Version\s*\]\]")


def git(clone, *args):
    return subprocess.run(["git", "-C", clone, *args], capture_output=True, check=True).stdout


def unpack(clone, revision, folder, target):
    """`folder` as it was at a revision, with architect's placeholders replaced."""
    archive = git(clone, "archive", revision, folder)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(target, filter="data")
    chart = os.path.join(target, folder)
    meta = os.path.join(chart, "Chart.yaml")
    text = open(meta).read()
    tag = revision.removeprefix("v")
    version = tag if re.fullmatch(r"\d+\.\d+\.\d+.*", tag) else "0.0.0-" + revision[:8]
    text = VERSION.sub(version, re.sub(r"\[\[\s*\.AppVersion\s*\]\]", version, text))
    open(meta, "w").write(text)
    return chart


def revision_of(clone, version):
    """The tag or, for a test build such as 1.2.3-<commit>, the commit of a dependency."""
    names = [f"v{version}", version]
    if build := re.search(r"-([0-9a-f]{7,40})$", version):
        names.append(build.group(1))
    for name in names:
        found = subprocess.run(
            ["git", "-C", clone, "rev-parse", "--verify", "-q", name + "^{commit}"],
            capture_output=True, text=True)
        if found.returncode == 0:
            return name
    raise LookupError(f"no tag or commit for version {version} in {clone}")


def dependencies(chart):
    """Name and version of what `Chart.yaml` lists."""
    text = open(os.path.join(chart, "Chart.yaml")).read()
    block = re.search(r"^dependencies:\n((?:[ -].*\n?)+)", text, re.M)
    for item in re.split(r"^\s*- ", block.group(1), flags=re.M)[1:] if block else []:
        fields = dict(re.findall(r"^\s*(\w+):\s*\"?([^\"\n#]*?)\"?\s*(?:#.*)?$", item, re.M))
        yield fields["name"], fields["version"]


class Charts:
    """Unpacked charts, each revision once."""

    def __init__(self, args):
        self.args, self.known = args, {}
        self.clones = dict(pair.split("=", 1) for pair in args.dependency)

    def at(self, revision):
        if revision not in self.known:
            target = os.path.join(self.args.work, self.args.name, revision)
            shutil.rmtree(target, ignore_errors=True)
            chart = unpack(self.args.mirror, revision, self.args.chart, target)
            for name, version in dependencies(chart):
                archive = self.package(name, version)
                os.makedirs(os.path.join(chart, "charts"), exist_ok=True)
                shutil.copy(archive, os.path.join(chart, "charts"))
            self.known[revision] = chart
        return self.known[revision]

    def package(self, name, version):
        target = os.path.join(self.args.work, "packages", f"{name}-{version}")
        if not os.path.isdir(target) or not os.listdir(target):
            os.makedirs(target, exist_ok=True)
            try:
                clone = self.clones[name]
                chart = unpack(clone, revision_of(clone, version), f"helm/{name}", target + ".src")
                command = [self.args.helm, "package", chart, "--version", version, "-d", target]
                subprocess.run(command, capture_output=True, check=True)
            except BaseException:
                shutil.rmtree(target)
                raise
        return os.path.join(target, os.listdir(target)[0])


def changes(args):
    """Parent and commit of merged changes that touched the chart, spread over the history."""
    log = git(args.mirror, "log", "--first-parent", "--format=%H %P", args.branch, "--", args.chart)
    pairs = [line.split()[:2] for line in log.decode().splitlines() if " " in line]
    pairs = [(parent, commit) for commit, parent in reversed(pairs)]
    # The change that made the chart has nothing to compare with.
    pairs = [pair for pair in pairs if git(args.mirror, "ls-tree", pair[0], args.chart)]
    count = min(args.changes, len(pairs))
    return [pairs[i * len(pairs) // count] for i in range(count)]


def values(chart, args):
    files = [os.path.join(chart, "ci", name) for name in args.ci.split(",")]
    return [f for f in files if os.path.exists(f)][:1] + args.values


def compare(args, charts, old, new):
    """The JSON report, or the error."""
    sides = charts.at(old), charts.at(new)
    command = [args.binary, "diff", *("chart:" + side for side in sides), "--fail-on", "never"]
    for side, chart in zip(("old", "new"), sides):
        for file in values(chart, args):
            command += [f"--{side}-values", file]
    formats = [f"{form}={os.path.join(args.work, 'reports', f'{old}..{new}.{ending}')}"
               for form, ending in (("text", "txt"), ("json", "json"))]
    command += [part for form in formats for part in ("--format", form)] + args.flags
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return None, run.stderr.strip()
    return json.load(open(formats[1].split("=", 1)[1])), None


def line(verdict):
    targets = ",".join(verdict["affects"]) or "-"
    place = f"{verdict['object']['kind']}/{verdict['object']['name']}"
    return f"{verdict['verdict']:9} {targets} {place} {verdict['path'] or ''} {verdict['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("mirror")
    parser.add_argument("--chart", help="folder of the chart in the repository")
    parser.add_argument("--branch", default="HEAD")
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--pairs", nargs="+", metavar="OLD..NEW")
    parser.add_argument("--dependency", action="append", default=[], metavar="NAME=CLONE")
    parser.add_argument("--helm", default="helm")
    parser.add_argument("--ci", default="ci-values.yaml,values.yaml")
    parser.add_argument("--values", action="append", default=[])
    parser.add_argument("--work", default="/tmp/replay-work")
    parser.add_argument("--verbose", action="store_true", help="print every verdict")
    own = sys.argv[1:]
    cut = own.index("--") if "--" in own else len(own)
    args = parser.parse_args(own[:cut])
    args.flags = own[cut + 1:]
    args.mirror = args.mirror.rstrip("/")
    if not args.chart:
        args.chart = git(args.mirror, "ls-tree", "--name-only", args.branch, "helm/")
        args.chart = args.chart.decode().split("\n")[0]
    args.name = os.path.basename(args.chart)
    os.makedirs(os.path.join(args.work, "reports"), exist_ok=True)
    charts, count, failed = Charts(args), collections.Counter(), 0
    pairs = [p.split("..") for p in args.pairs] if args.pairs else changes(args)
    for old, new in pairs:
        try:
            report, error = compare(args, charts, old, new)
        except (LookupError, KeyError, subprocess.CalledProcessError) as problem:
            detail = getattr(problem, "stderr", b"") or b""
            report, error = None, f"not unpacked: {problem} {detail.decode()}"
        if report is None:
            failed += 1
            print(f"{old[:12]} {new[:12]} ERROR {error}")
            continue
        found = collections.Counter(v["verdict"] for v in report["verdicts"])
        noisy = sum(change["noise"] for change in report["changes"])
        print(f"{old[:12]} {new[:12]} {dict(found)} changes={len(report['changes'])} noise={noisy}")
        for verdict in report["verdicts"]:
            if args.verbose or verdict["verdict"] == "refused":
                print("   ", line(verdict))
        count.update(found.keys())
    print(f"{len(pairs)} pairs, {failed} errors; pairs with a verdict: {dict(count)}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
