"""Crops the photos and videos of a Spark DataFrame.

    from boundedcrop import spark as photos

    crops = photos.crop(table, "path", sizes=[(300, 300)], output="/shared/crops")

See docs/spark.md. The package must be installed where the driver and the executors run.
"""

from __future__ import annotations

try:
    import pandas as _pandas  # noqa: F401  PySpark asks for it.
    import pyarrow as _pyarrow  # noqa: F401
    import pyspark.sql as _sql  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"boundedcrop.spark needs PySpark, PyArrow and pandas ({error}): pip install 'boundedcrop[spark]'", name=error.name
    ) from error

from .functions import crop, crop_videos, detect, plan, render

__all__ = ["crop", "crop_videos", "detect", "plan", "render"]
