internal import BoundedCrop
internal import CoreMetrics
internal import Metrics

/// The metrics of the service.
struct ServiceMetrics: Sendable {
    let registry: PrometheusMetrics

    func request(_ route: String, status: Int, byteCount: Int, duration: Duration) {
        counter("boundedcrop_http_requests_total", [("route", route), ("status", String(status))]).increment()
        counter("boundedcrop_http_response_bytes_total", [("route", route)]).increment(by: byteCount)
        time("boundedcrop_http_request_duration_seconds", [("route", route)], duration)
    }

    func stage(_ name: String, _ duration: Duration) {
        time("boundedcrop_stage_duration_seconds", [("stage", name)], duration)
    }

    func result(_ origin: ResultStore.Origin) {
        counter("boundedcrop_results_total", [("origin", origin.rawValue)]).increment()
    }

    func detection(_ origin: DetectionStore.Origin) {
        counter("boundedcrop_detections_total", [("origin", origin.rawValue)]).increment()
    }

    func facesFound(_ count: Int) {
        counter("boundedcrop_faces_found_total").increment(by: count)
    }

    func decoderStarted() {
        counter("boundedcrop_decoders_started_total").increment()
    }

    func decoderEnded(_ reason: DecoderPool.Reason) {
        counter("boundedcrop_decoders_ended_total", [("reason", reason.rawValue)]).increment()
    }

    private func counter(_ name: String, _ labels: [(String, String)] = []) -> Counter {
        Counter(label: name, dimensions: labels, factory: registry)
    }

    private func time(_ name: String, _ labels: [(String, String)], _ duration: Duration) {
        let seconds = duration.components
        Metrics.Timer(label: name, dimensions: labels, factory: registry)
            .recordNanoseconds(seconds.seconds * 1_000_000_000 + seconds.attoseconds / 1_000_000_000)
    }
}
