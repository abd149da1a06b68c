"""Services that share nothing: only nginx keeps two from looking at the same picture."""

from cluster.cluster import Cluster
from cluster.report import Report


def run(command, pictures, scratch):
    report = Report("Services that share nothing", len(pictures.names), shares_results=False)
    cluster = Cluster(command, pictures, scratch / "alone", {"--root": str(pictures.folder)})
    try:
        report.add(cluster.phase("three services", sizes=2), most_looks=lambda moved: len(pictures.names))
        report.add(cluster.phase("one killed halfway", halfway=cluster.kill_first), most_looks=report.third)
        cluster.start_service()
        cluster.use_services()
        report.add(cluster.phase("a fourth in its place"), most_looks=report.third)
    finally:
        cluster.stop()
    return report
