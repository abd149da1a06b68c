"""Spark clusters on this machine, small enough to run beside each other's tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

HOME = Path(pyspark.__file__).parent


@contextmanager
def session(master: str, scratch: Path, variables: dict[str, str] | None = None, **settings: str) -> Iterator[SparkSession]:
    """A session whose executors use this Python, have these variables, and leave nothing outside the scratch folder."""
    os.environ.update(
        PYSPARK_PYTHON=sys.executable, SPARK_HOME=str(HOME), SPARK_LOCAL_IP="127.0.0.1", SPARK_WORKER_DIR=str(scratch / "work"),
        SPARK_LOCAL_DIRS=str(scratch / "local"),
    )
    builder = SparkSession.builder.master(master)
    fixed = {"ui_enabled": "false", "ui_showConsoleProgress": "false", "driver_memory": "700m", "executor_memory": "512m"}
    for name, value in {**fixed, "sql_warehouse_dir": str(scratch / "warehouse"), **settings}.items():
        builder = builder.config("spark." + name.replace("_", "."), value)
    for name, value in (variables or {}).items():
        builder = builder.config(f"spark.executorEnv.{name}", value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    try:
        yield spark
    finally:
        spark.stop()


@contextmanager
def standalone(hosts: list[str], scratch: Path) -> Iterator[str]:
    """A master, and a worker on each of these addresses. Speculative twins run only on different hosts, which local-cluster has not."""
    scratch.mkdir()
    environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_DAEMON_MEMORY": "200m", "SPARK_NO_DAEMONIZE": "1"}
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *words: str) -> subprocess.Popen[bytes]:
        with open(scratch / f"{name}.log", "wb") as log:
            command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{words[0]}", *words[1:]]
            started.append(subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log))
        return started[-1]

    try:
        master = start("master", "master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        address = said(scratch / "master.log", r"Starting Spark master at (\S+)", master)
        for host in hosts:
            words = ["--host", host, "--cores", "1", "--memory", "600m", "--webui-port", "0", "--work-dir", str(scratch / host)]
            worker = start(host, "worker.Worker", *words, address)
            said(scratch / f"{host}.log", "(Successfully registered)", worker)
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(60)


def said(log: Path, pattern: str, process: subprocess.Popen[bytes]) -> str:
    from processes import until

    def found() -> str | None:
        assert process.poll() is None, f"it ended: {log.read_text()}"
        match = re.search(pattern, log.read_text())
        return match.group(1) if match else None

    return until(found)
