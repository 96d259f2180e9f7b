import runpy

from conftest import ROOT

MODEL = runpy.run_path(str(ROOT / "Distributed" / "model"))


def test_the_page_has_what_the_model_prints():
    assert (ROOT / "docs" / "cost-of-many-photos.md").read_text() == MODEL["page"]()


def test_twice_the_machines_take_half_the_time_but_for_merging():
    few, many = MODEL["run"](10**6, 4), MODEL["run"](10**6, 8)
    assert (many["hours"] - many["merging"]) / (few["hours"] - few["merging"]) < 0.52
