"""The drivers that docs/running-on-many-machines.md shows."""

import os
import pathlib
import shutil
import subprocess

import pytest
import yaml

from conftest import PROGRAM, ROOT, contents, one_machine

EXAMPLES = ROOT / "Distributed" / "examples"


@pytest.fixture
def environment(tmp_path):
    """A PATH on which photoprep is, and no engine's variables."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "photoprep").symlink_to(PROGRAM)
    return {"PATH": f"{programs}:{os.environ['PATH']}"}


def merge(parts, store):
    subprocess.run([PROGRAM, "store", "init", "--store", store], check=True, capture_output=True)
    stores = [str(part / "store") for part in sorted(parts.iterdir())]
    subprocess.run([PROGRAM, "store", "merge", *stores, "--images", "link", "--store", store], check=True)
    return contents(store)


def test_a_slurm_array_makes_what_one_machine_makes(photos, environment, tmp_path):
    parts = tmp_path / "parts"
    # The last task runs twice, as a requeued one does.
    for index in (0, 1, 2, 2):
        slurm = {"SLURM_ARRAY_TASK_ID": str(index), "SLURM_ARRAY_TASK_COUNT": "3"}
        subprocess.run([EXAMPLES / "array.sh", photos, parts], env=environment | slurm, check=True)
    assert merge(parts, tmp_path / "store") == one_machine(photos, tmp_path / "one")
    lines = "".join(path.read_text() for path in parts.glob("*/events.jsonl"))
    assert lines.count('"event":"rejected"') == 1


def test_gnu_parallel_makes_what_one_machine_makes(photos, environment, tmp_path):
    if not shutil.which("parallel"):
        pytest.skip("GNU parallel is not installed")
    parts = tmp_path / "parts"
    subprocess.run(
        ["parallel", "--retries", "3", EXAMPLES / "array.sh", photos, parts, "{}"], input="0\n1\n2\n", text=True,
        env=environment | {"COUNT": "3", "HOME": str(tmp_path)}, check=True)
    assert merge(parts, tmp_path / "store") == one_machine(photos, tmp_path / "one")


def test_the_commands_of_the_kubernetes_job_make_what_one_machine_makes(photos, environment, tmp_path):
    spec = yaml.safe_load((EXAMPLES / "kubernetes-job.yaml").read_text())["spec"]
    container = spec["template"]["spec"]["containers"][0]
    assert spec["completionMode"] == "Indexed" and container["env"] == [{"name": "COUNT", "value": str(spec["completions"])}]
    places = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
    assert places.keys() == {"/examples", "/photos", "/parts"}
    here = {"/examples/array.sh": str(EXAMPLES / "array.sh"), "/photos": str(photos), "/parts": str(tmp_path / "parts")}
    for index in range(2):
        subprocess.run(
            [here.get(word, word) for word in container["command"]], check=True,
            env=environment | {"COUNT": "2", "JOB_COMPLETION_INDEX": str(index)})
    assert merge(tmp_path / "parts", tmp_path / "store") == one_machine(photos, tmp_path / "one")


def test_the_kubernetes_job_is_valid():
    validate = pytest.importorskip("kubernetes_validate")
    document = yaml.safe_load((EXAMPLES / "kubernetes-job.yaml").read_text())
    validate.validate(document, "1.33", strict=True)


def test_the_page_shows_the_drivers_as_they_are():
    page = (ROOT / "docs" / "running-on-many-machines.md").read_text()
    for name in ("array.sh", "kubernetes-job.yaml"):
        assert (EXAMPLES / name).read_text() in page, pathlib.Path(name)
