"""Positions, records and reports as tables of polars and pandas."""
import json
import subprocess

import numpy
import pandas
import polars
import pytest

import sapper

CONFIG = {
    "schema": "sapper-config/1",
    "name": "tables",
    "games": 60,
    "boards": [{"rows": 5, "mines": 5}, {"level": "Beginner"}],
    "strategies": ["rules", "min_risk"],
}


@pytest.fixture(scope="module")
def positions(tmp_path_factory):
    found = sapper.positions(CONFIG, where="guess", games=400, count=120)
    file = tmp_path_factory.mktemp("tables") / "positions.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in found))
    return found, file


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    file = tmp_path_factory.mktemp("tables") / "games.jsonl"
    return sapper.run(CONFIG, games_out=file), file


def test_polars_reads_positions(positions):
    found, file = positions
    table = polars.read_ndjson(file, infer_schema_length=None)
    assert table.height == 120 and table["mines"].to_list() == [one["mines"] for one in found]
    assert table["safe"].list.len().sum() == 0
    lowest = table.select(polars.col("p_mine").list.eval(polars.element().list.min()).list.min())["p_mine"]
    assert lowest.to_list() == [min(p for row in one["p_mine"] for p in row if p is not None) for one in found]
    assert polars.DataFrame(found, infer_schema_length=None).equals(table)
    assert table.filter(polars.col("win_probability").is_not_null()).height > 10


def test_pandas_reads_positions(positions):
    found, file = positions
    table = pandas.read_json(file, lines=True)
    assert len(table) == 120 and list(table["id"]) == [one["id"] for one in found]
    assert table["source"].map(lambda source: source["game"]).is_monotonic_increasing
    assert table["win_probability"].notna().sum() == sum(one["win_probability"] is not None for one in found)


def test_answers_of_a_table_are_scored(positions):
    found, _ = positions
    table = pandas.DataFrame(found)
    risks = [numpy.array(one["p_mine"], dtype=float) for one in found]
    table["dig"] = [numpy.array(numpy.unravel_index(numpy.nanargmin(risk), risk.shape)) for risk in risks]
    score = sapper.score(found, table[["id", "dig"]].to_dict("records"))
    assert score["dig"]["mean_excess_risk"] == 0
    rows = polars.DataFrame({"id": table["id"].to_list(), "dig": [cell.tolist() for cell in table["dig"]]}).to_dicts()
    assert sapper.score(found, rows) == score


def test_records_are_tables(records):
    report, file = records
    table = polars.read_ndjson(file, infer_schema_length=None)
    frame = pandas.read_json(file, lines=True)
    assert table.height == len(frame) == 4 * 60
    results = pandas.json_normalize(report["results"])
    assert results["games"].sum() == table.height
    assert frame["won"].sum() == table["won"].sum() == results["wins"].sum()
