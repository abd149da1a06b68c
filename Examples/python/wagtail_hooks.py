"""Gives new images in Wagtail a focal area around their faces, which all renditions keep.

Wagtail imports this file if it is in an app of yours, as wagtail_hooks.py. What an editor has set stays.
"""

from __future__ import annotations

from typing import Any

import boundedcrop
from django.db.models.signals import pre_save
from django.dispatch import receiver
from wagtail.images import get_image_model
from wagtail.images.rect import Rect


@receiver(pre_save, sender=get_image_model())
def keep_faces(instance: Any, raw: bool = False, **_: Any) -> None:
    # Raw is what comes from a fixture, perhaps without its files.
    if raw or instance.pk or instance.has_focal_point():
        return
    try:
        with instance.open_file() as photo:
            faces = boundedcrop.plan(photo).bounds
            photo.seek(0)
    except boundedcrop.Error:
        # Such as an SVG, which is drawn and has no faces.
        return
    if faces:
        instance.set_focal_point(Rect(faces.x, faces.y, faces.x + faces.width, faces.y + faces.height))
