"""The tasks of data/tasks under lm-eval itself, with models that know the answers and that know nothing."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tasks")
    # Before the libraries look for their caches and for the network.
    os.environ.update(HF_HOME=str(made / "cache"), HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
    subprocess.run([sys.executable, SOURCE / "data/tasks/make.py", made], check=True)
    return made


def evaluated(folder, say, names):
    """The metrics of each task; say(doc) is what the model answers."""
    import lm_eval
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    class Model(LM):
        def generate_until(self, requests, disable_tqdm=False):
            assert all(request.args[0] == request.doc["prompt"] for request in requests)
            return [say(request.doc) for request in requests]

        def loglikelihood(self, requests, disable_tqdm=False):
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    manager = TaskManager(include_path=str(folder / "lm_eval"), include_defaults=False)
    results = lm_eval.simple_evaluate(model=Model(), tasks=names, task_manager=manager, bootstrap_iters=0)["results"]
    return {name: {key.split(",")[0]: value for key, value in results[name].items()} for name in names}


def best(doc):
    position = json.loads(doc["position"])
    if doc["task"] == "safe_cells":
        return f"The safe cells are {position['safe']}."
    return f"I dig {(position['best'] or [position['expert']])[0]}."


def test_a_model_that_knows_reaches_the_ceilings(folder):
    split = json.loads((SOURCE / "data/tasks/split.json").read_text())["sets"]
    names = {"sapper_safe_expert_json": "safe_expert", "sapper_dig_small_grid": "dig_small"}
    metrics = evaluated(folder, best, list(names))
    assert metrics["sapper_safe_expert_json"]["exact_match"] == 1
    for name, of in names.items():
        assert metrics[name]["reward"] == pytest.approx(split[of]["ceilings"]["reward"])
        assert metrics[name]["sample_len"] == split[of]["count"]


def test_a_model_that_says_nothing_gets_nothing(folder):
    names = ["sapper_safe_beginner_grid", "sapper_dig_expert_coordinates"]
    for metrics in evaluated(folder, lambda doc: "I do not know.", names).values():
        assert metrics["reward"] == 0


def test_the_group_has_every_set_in_every_form(folder):
    import yaml

    group = yaml.safe_load((folder / "lm_eval/sapper.yaml").read_text())
    assert len(group["task"]) == 18 and all((folder / f"lm_eval/{name}.yaml").exists() for name in group["task"])
