"""Without PySpark, which the package does not need otherwise."""

from __future__ import annotations

import subprocess
import sys


def test_without_spark_the_import_says_what_to_install() -> None:
    program = "import sys; sys.modules['pyspark'] = None; import boundedcrop; import boundedcrop.spark"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1 and "pip install 'boundedcrop[spark]'" in done.stderr
