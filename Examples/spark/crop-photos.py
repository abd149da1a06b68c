#!/usr/bin/env python3
"""Crops all photos of a folder or bucket with Spark, and writes a Parquet table of where each was cropped and why.

    spark-submit Examples/spark/crop-photos.py /data/photos --size 300x300 --output /data/crops --table /data/plans

README.md beside it explains what it needs. Run it again for the photos that failed: see --failed-in.
"""

import argparse

from boundedcrop import spark as photos
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col, count

# Other files in the folder are no photos.
ENDINGS = r"(?i)\.(jpe?g|png|webp|avif|jxl|jp2|j2k|gif|heic|heif|tiff?|bmp)$"


def main() -> None:
    options = parsed()
    spark = SparkSession.builder.appName("crop-photos").getOrCreate()
    paths = listed(spark, options)
    if options.partitions:
        paths = paths.repartition(options.partitions)
    crops = photos.crop(paths, "path", options.size, output=options.output, format=options.format, scheme=options.scheme)
    # The table is written once; all that follows reads it, since another action would crop all photos again.
    crops.write.mode("overwrite").parquet(options.table)
    table = spark.read.parquet(options.table)
    for row in table.groupBy(col("error.code").alias("error")).agg(count("*").alias("crops")).orderBy("error").collect():
        print(f"{row.crops} {row.error or 'cropped'}")
    spark.stop()


def listed(spark: SparkSession, options: argparse.Namespace) -> DataFrame:
    """The paths or URLs of the photos, in a column ``path``."""
    if options.failed_in:
        return spark.read.parquet(options.failed_in).where("error is not null").select("path").distinct()
    if options.list:
        return spark.read.text(options.photos).where("value != ''").withColumnRenamed("value", "path")
    # Only the names are read here.
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(options.photos)
    return files.select("path").where(col("path").rlike(ENDINGS))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Crops all photos of a folder or bucket.")
    parser.add_argument("photos", nargs="?", help="a folder, or what Spark can list, such as s3a://bucket/prefix")
    parser.add_argument("--list", action="store_true", help="the photos are the lines of a text file: paths, URLs or s3:// URLs")
    parser.add_argument("--failed-in", metavar="TABLE", help="only the photos that have an error in the table of an earlier run")
    parser.add_argument("--size", type=size, action="append", required=True, metavar="WxH", help="such as 300x300 or 16:9; may be repeated")
    parser.add_argument("--output", required=True, help="a folder that all executors share, or s3://bucket/prefix")
    parser.add_argument("--table", required=True, help="where the table is written; one that exists is replaced")
    parser.add_argument("--format", default="jpeg", help="jpeg, png, webp, avif, gif, jxl or auto (default: jpeg)")
    parser.add_argument("--scheme", help="all, largest or smallest (default: all)")
    parser.add_argument("--partitions", type=int, help="into how many tasks the photos are divided (default: by their sizes)")
    options = parser.parse_args()
    if bool(options.photos) == bool(options.failed_in):
        parser.error("name the photos, or a table with --failed-in")
    return options


def size(text: str) -> "tuple[int, int] | str":
    if ":" in text:
        return text
    width, height = text.split("x")
    return int(width), int(height)


if __name__ == "__main__":
    main()
