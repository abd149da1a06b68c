"""An ImageField of Django whose uploads are cropped around their faces.

    class Member(models.Model):
        portrait = FaceImageField(upload_to="portraits", size=(400, 500))
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import boundedcrop
from django.core.files.base import ContentFile
from django.db import models


class FaceImageField(models.ImageField):
    """Stores a WebP of ``size`` in place of the upload. A photo that cannot be read raises `boundedcrop.Error` when the model is saved."""

    def __init__(self, *arguments: Any, size: tuple[int, int] = (400, 400), **options: Any) -> None:
        self.size = tuple(size)
        super().__init__(*arguments, **options)

    def deconstruct(self) -> Any:
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "size": self.size}

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        photo = getattr(model_instance, self.attname)
        # What is stored was cropped before.
        if photo and not photo._committed:
            photo.seek(0)
            crop = boundedcrop.crop(photo, size=self.size, format="webp", quality=80)
            photo.save(PurePath(photo.name).with_suffix(".webp").name, ContentFile(crop), save=False)
        return super().pre_save(model_instance, add)
