import BoundedCrop
import BoundedCropLoading
import Foundation
import Metrics
import MetricsTestKit
import PictureServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct MetricsTests {
    /// In a process of its own, since the metrics system can be set only once per process.
    @Test func loadsFailuresAndBytesAreRecorded() async throws {
        await #expect(processExitsWith: .success) {
            let metrics = TestMetrics()
            MetricsSystem.bootstrap(metrics)
            let (server, loader) = (try await PictureServer(), ImageLoader.testing())
            server.serve("/a", .picture(Fixture.photo))
            for _ in 0..<3 { _ = try await loader.image(for: ImageRequest(server.url("/a"))) }
            _ = try? await loader.image(for: ImageRequest(server.url("/missing")))
            func total(_ label: String, _ dimensions: [(String, String)] = []) throws -> Int64 {
                try metrics.expectCounter(label, dimensions).totalValue
            }
            #expect(try total("boundedcrop_loading_loads_total", [("origin", "network")]) == 1)
            #expect(try total("boundedcrop_loading_loads_total", [("origin", "memory")]) == 2)
            #expect(try total("boundedcrop_loading_failures_total", [("code", "invalidStatusCode")]) == 1)
            #expect(try total("boundedcrop_loading_downloaded_bytes_total") == 61_306)
        }
    }
}
