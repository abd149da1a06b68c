"""Services that share results in a bucket, and what they found in Redis."""

import asyncio
import signal
import time

from cluster import load
from cluster.cluster import Cluster
from cluster.pictures import path
from cluster.report import Report
from cluster.storages import BUCKET, ObjectServer, Redis

RECOVERY_SECONDS = 60


def run(command, pictures, moto_server, scratch):
    report = Report("Services that share results and detections", len(pictures.names), shares_results=True)
    redis, objects = Redis(scratch), ObjectServer(moto_server, scratch)
    try:
        for name in pictures.names:
            objects.put(f"photos/{name}", (pictures.folder / name).read_bytes())
        cluster = Cluster(command, pictures, scratch / "sharing", {
            "--root": f"s3://{BUCKET}/photos", "--result-storage": f"s3://{BUCKET}/results", "--detection-storage": redis.url("cluster:"),
        }, objects.environment)
        try:
            run_phases(cluster, redis, report)
        finally:
            cluster.stop()
    finally:
        redis.program.stop()
        objects.program.stop()
    return report


def run_phases(cluster, redis, report):
    report.add(cluster.phase("three services", sizes=2), most_looks=lambda moved: report.pictures)
    report.add(cluster.phase("one killed halfway", halfway=cluster.kill_first), most_looks=report.noise)
    cluster.start_service()
    cluster.use_services()
    report.add(cluster.phase("a fourth in its place"), most_looks=report.noise)
    redis.program.send(signal.SIGSTOP)
    report.add(cluster.phase("Redis silent"), most_looks=report.third)
    redis.program.stop()
    # What moves now can be found nowhere.
    report.add(cluster.phase("Redis gone, one service ended by SIGTERM", halfway=cluster.end_first), most_looks=report.third)
    redis.start()
    report.recovery(seconds_until_found(cluster))
    cluster.start_service()
    cluster.use_services()
    # It lost what it held.
    report.add(cluster.phase("Redis back, empty, and a fifth service"), most_looks=report.third)


def seconds_until_found(cluster):
    """Until each service has asked Redis again, which it tries only now and then, for a picture that it does not know. Nil if that took long."""
    began = time.monotonic()

    def answered(service):
        counters = service.metrics()
        return sum(counters[f'boundedcrop_storage_reads_total{{storage="detections",outcome="{outcome}"}}'] for outcome in ["hit", "miss"])

    before = {service.name: answered(service) for service in cluster.services}
    missing = list(cluster.services)
    while missing and time.monotonic() - began < RECOVERY_SECONDS:
        for service in missing:
            # Another accuracy is another find.
            name, size = cluster.random.choice(cluster.pictures.names), cluster.random.randint(40, 400)
            asyncio.run(load.send(service.port, [path(name, f"{size}x100").replace("/smart/", "/smart/filters:accuracy(high)/")], clients=1))
        time.sleep(0.1)
        missing = [service for service in missing if answered(service) == before[service.name]]
    return None if missing else time.monotonic() - began
