"""The methods of one `Cropper` that all share. Its process starts with the first photo."""

from __future__ import annotations

from .cropper import Cropper

_shared = Cropper()

crop = _shared.crop
crop_many = _shared.crop_many
crops = _shared.crops
detect = _shared.detect
effects = _shared.effects
face_plans = _shared.face_plans
faces = _shared.faces
plan = _shared.plan
redact = _shared.redact
render = _shared.render
