import CoreMetrics
import Foundation
import TestSupport
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

    private static var help: Regex<(Substring, Substring)> { #/# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) [^\n\\]+/# }

    /// The problems of a text: each line is help, a type or a sample, each family has one type before its samples, help of the same family
    /// comes before the type, and no series appears twice.
    private func problems(of text: String) -> [String] {
        var problems: [String] = []
        var types: [String: String] = [:]
        var series: Set<String> = []
        var (family, helped) = ("", "")
        if !text.hasSuffix("\n") { problems.append("no line break at the end") }
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: Self.comment) {
                family = String(match.1)
                if !helped.isEmpty, helped != family { problems.append("the help of \(helped) stands over \(family)") }
                helped = ""
                if types.updateValue(String(match.2), forKey: family) != nil { problems.append("\(family) has two types") }
            } else if let match = line.wholeMatch(of: Self.help) {
                helped = String(match.1)
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

    @Test func `every metric says what it counts, and the build names its version`() async throws {
        let folder = try TemporaryFolder()
        let service = try await RunningService { $0.resultStorage = .folder(folder.path) }
        for path in ["/unsafe/20x20/smart/orientations/obama_1.jpg", "/unsafe/1x1/http://127.0.0.1:1/a.jpg"] {
            _ = try await service.get(path)
        }
        let text = try await service.get("/metrics").text
        let families = text.matches(of: #/# TYPE ([a-z_]+)/#).map { String($0.1) }
        #expect(families.count > 15)
        for family in families { #expect(text.contains("# HELP \(family) "), "\(family)") }
        #expect(text.contains("\nboundedcrop_build_info{version=\"\(ServiceVersion.current)\"} 1\n"))
    }

    /// What the sources count has help, and what has help is counted.
    @Test func `help is for the metrics of the sources`() throws {
        let sources = Fixture.root.deletingLastPathComponent().appendingPathComponent("Sources")
        var named: Set<String> = []
        for target in ["BoundedCropService", "BoundedCropLoading"] {
            let folder = sources.appendingPathComponent(target)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
            for file in files where file.pathExtension == "swift" && file.lastPathComponent != "MetricHelp.swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                named.formUnion(text.matches(of: /"(boundedcrop_[a-z_]+)"/).map { String($0.1) })
            }
        }
        named.remove("boundedcrop_elsewhere")
        #expect(named.symmetricDifference(MetricHelp.sentences.keys) == [])
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
