"""Plans and features: typed attributes, and dictionaries as JSON has them."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path

import pytest

import boundedcrop
from boundedcrop import Plan


def test_attributes_and_items_are_the_same(portrait: Path) -> None:
    plan = boundedcrop.plan(portrait, "60x40")
    assert plan.crop == plan["crop"] and plan.crop.width == plan["crop"]["width"] and plan.reason == plan["reason"]
    face = plan.features[0]
    assert face is plan["features"][0] and face.kind == "face" and face.kept is True and 0 < face.confidence <= 1
    assert face.landmarks is not None and face.landmarks.left_eye.x == face["landmarks"]["leftEye"]["x"]
    assert plan.bounds is not None and plan.bounds.height == plan["bounds"]["height"]
    left, top, right, bottom = plan.crop.box
    assert (right - left, bottom - top) == (plan.crop.width, plan.crop.height)
    assert (plan.width, plan.height, plan.fallback, plan.output_turn) == (240, 300, None, None)


def test_names_of_json_are_those_of_python(portrait: Path) -> None:
    assert Plan.of({**boundedcrop.plan(portrait, 90), "outputTurn": 270}).output_turn == 270


def test_detection(portrait: Path, empty: Path) -> None:
    detection = boundedcrop.detect(portrait)
    assert (detection.width, detection.height, detection.accuracy) == (240, 300, "low")
    assert [face.kind for face in detection.features] == ["face"]
    assert boundedcrop.detect(empty).features == []


def test_they_are_dictionaries_that_json_and_pickle_keep(portrait: Path) -> None:
    plan = boundedcrop.plan(portrait, 60)
    line = json.dumps(plan)
    for other in (Plan.of(json.loads(line)), pickle.loads(pickle.dumps(plan)), copy.deepcopy(plan)):
        assert other == plan and type(other) is Plan and other.features[0].landmarks == plan.features[0].landmarks
        assert json.dumps(other) == line
    assert dataclasses.asdict(plan)["crop"] == dict(plan.crop)


def test_members_that_are_not_known_yet_are_items() -> None:
    made = boundedcrop.Feature.of({"x": 1, "y": 2, "width": 3, "height": 4, "confidence": 1, "kind": "face", "kept": True, "mood": "glad"})
    assert made["mood"] == "glad" and made.landmarks is None and "landmarks" not in made


def test_they_can_be_made_and_not_changed() -> None:
    point = boundedcrop.Point(x=1, y=2)
    assert point == {"x": 1, "y": 2} and repr(point) == "Point(x=1, y=2)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 3  # type: ignore[misc]


@pytest.mark.parametrize("members", [{}, {"x": 1}, {"features": [{}]}])
def test_what_is_no_plan(members: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Plan.of(members)
