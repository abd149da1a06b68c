"""Photos and crops in a bucket, of a server that the test starts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clusters import said, session

import boundedcrop.spark

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[str]:
    log = tmp_path / "moto.log"
    with open(log, "wb") as stream:
        server = subprocess.Popen([sys.executable, "-m", "moto.server", "--host", "127.0.0.1", "--port", "0"], stdout=stream, stderr=stream)
    try:
        yield said(log, r"Running on (http://127\.0\.0\.1:\d+)", server)
    finally:
        server.terminate()
        server.wait(20)


def test_a_bucket_becomes_a_bucket(
    endpoint: str, photos_by_key: dict[str, Path], expected: dict[str, bytes], tmp_path: Path
) -> None:
    boto3 = pytest.importorskip("boto3")
    client = boto3.client("s3", endpoint_url=endpoint, aws_access_key_id="test", aws_secret_access_key="test", region_name="us-east-1")
    for bucket in ("photos", "crops"):
        client.create_bucket(Bucket=bucket)
    for key, path in photos_by_key.items():
        client.put_object(Bucket="photos", Key=key, Body=path.read_bytes())
    rows = [(f"s3a://photos/{key}",) for key in photos_by_key] + [("s3://photos/missing.jpg",)]
    with session("local-cluster[2,1,1024]", tmp_path, KEYS) as spark:
        table = spark.createDataFrame(rows, "url string").repartition(4)
        found = boundedcrop.spark.crop(table, "url", [(300, 300)], output="s3a://crops/2026", s3_endpoint=endpoint, s3_path_style=True).collect()
    failed = {row.url: row.error.code for row in found if row.error}
    assert failed == {"s3://photos/missing.jpg": "fileNotFound"} and len(found) == len(rows)
    for row in found:
        if not row.error:
            key = row.output.file.removeprefix("s3://crops/")
            assert client.get_object(Bucket="crops", Key=key)["Body"].read() == expected[photos_by_key[row.url.removeprefix("s3a://photos/")].stem]


@pytest.fixture
def photos_by_key(photos: list[Path]) -> dict[str, Path]:
    """Keys are taken as they are, with percent signs."""
    return {f"a b%20/ü#?/{photo.name}": photo for photo in photos}
