import CoreMetrics
import Testing

@testable import BoundedCropService

/// The text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats
@Suite(.timeLimit(.minutes(15))) struct PrometheusTests {
    private static var comment: Regex<(Substring, Substring, Substring)> {
        #/# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/#
    }

    private static var sample: Regex<(Substring, Substring, Substring?, Substring)> {
        #/([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*")*\})? (-?[0-9.e+-]+|[+-]Inf|NaN)/#
    }

    /// The problems of a text: each line is a type or a sample, each family has one type before its samples, and no series appears twice.
    private func problems(of text: String) -> [String] {
        var problems: [String] = []
        var types: [String: String] = [:]
        var series: Set<String> = []
        var family = ""
        if !text.hasSuffix("\n") { problems.append("no line break at the end") }
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: Self.comment) {
                family = String(match.1)
                if types.updateValue(String(match.2), forKey: family) != nil { problems.append("\(family) has two types") }
            } else if let match = line.wholeMatch(of: Self.sample) {
                let name = String(match.1)
                let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                if !suffixes.contains(where: { name == family + $0 }) { problems.append("\(name) stands under \(family)") }
                if !series.insert(name + (match.2 ?? "")).inserted { problems.append("\(line) comes twice") }
            } else {
                problems.append("“\(line)” is no line of it")
            }
        }
        return problems
    }

    @Test func `the service's metrics are valid`() async throws {
        let service = try await RunningService()
        for path in [
            "/unsafe/20x20/smart/orientations/obama_1.jpg", "/unsafe/nothing.jpg", "/livez", "/unsafe/1x1/http://127.0.0.1:1/a.jpg",
        ] {
            for _ in 0..<2 { _ = try await service.get(path) }
        }
        let reply = try await service.get("/metrics")
        #expect(reply["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(problems(of: reply.text) == [])
        for series in [
            "boundedcrop_http_requests_total{route=\"image\",status=\"200\"} 2",
            "boundedcrop_http_requests_total{route=\"health\",status=\"200\"} 2",
            "boundedcrop_results_total{origin=\"made\"} 1", "boundedcrop_results_total{origin=\"memory\"} 1",
            "boundedcrop_stage_duration_seconds_count{stage=\"decode\"} 1", "boundedcrop_stage_duration_seconds_count{stage=\"queue\"} 1",
            "boundedcrop_faces_found_total 0", "boundedcrop_requests_inside 0",
            "boundedcrop_loading_failures_total{code=\"sourceNotAllowed\"} 2",
        ] {
            #expect(reply.text.contains("\n\(series)\n"), "\(series)")
        }
        #expect(service.metric("boundedcrop_http_response_bytes_total{route=\"image\"}") > 0)
    }

    @Test func `any names and labels give valid lines`() {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: "a.b-c/d", dimensions: [("x.y", "\"\\\n}"), ("1", "")]).increment(by: 3)
        metrics.makeCounter(label: "9", dimensions: []).increment(by: 1)
        metrics.makeRecorder(label: "gauge", dimensions: [], aggregate: false).record(-1.5)
        metrics.makeRecorder(label: "histogram", dimensions: [("a", "b")], aggregate: true).record(Double.infinity)
        metrics.makeTimer(label: "timer", dimensions: []).recordNanoseconds(2_000_000)
        metrics.read("read") { .nan }
        #expect(problems(of: metrics.text()) == [])
    }

    @Test func `buckets are cumulative`() {
        let metrics = PrometheusMetrics()
        let timer = metrics.makeTimer(label: "t", dimensions: [])
        for milliseconds in [1, 3, 40, 60_000] as [Int64] { timer.recordNanoseconds(milliseconds * 1_000_000) }
        let lines = Set(metrics.text().split(separator: "\n").map(String.init))
        for line in [
            "t_bucket{le=\"0.001\"} 1", "t_bucket{le=\"0.0025\"} 1", "t_bucket{le=\"0.005\"} 2", "t_bucket{le=\"0.05\"} 3",
            "t_bucket{le=\"30.0\"} 3", "t_bucket{le=\"+Inf\"} 4", "t_count 4",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func `the same name and labels are the same series`() {
        let metrics = PrometheusMetrics()
        for _ in 0..<3 { metrics.makeCounter(label: "a", dimensions: [("b", "c")]).increment(by: 1) }
        #expect(metrics.text() == "# TYPE a counter\na{b=\"c\"} 3\n")
    }
}
