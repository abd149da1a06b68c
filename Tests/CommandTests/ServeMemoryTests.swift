import BoundedCrop
import Foundation
import TestSupport
import Testing

/// The memory of a separate process, as counted by the system.
@Suite("Memory of a service under load", .serialized, .timeLimit(.minutes(15))) struct ServeMemoryTests {
    private static let budget = 64_000_000

    private let scratch: TemporaryFolder
    private let serving: Serving

    init() async throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "a.jpg")
        let dot = PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: (200, 0, 0, 255))
        try scratch.write(dot.blocking.encoded(as: .png()), to: "1.png")
        serving = try await Serving(
            [
                "--root", ".", "--no-web", "--cache-folder", "", "--memory-cache", "1000000", "--pixel-memory", "\(Self.budget)",
                // Not a test of speed.
                "--deadline", "300",
            ],
            in: scratch.url
        )
    }

    @Test(
        "twenty expensive requests at once stay within the budget",
        arguments: [
            "1.png", "filters:shadow(black,10,10,40)/1.png", "filters:noise(255):format(webp):quality(100)/1.png",
            "filters:watermark(a.jpg,center,center,0,100)/1.png", "filters:mask(a.jpg)/1.png", "filters:fill(blur)/1.png",
        ]
    )
    func load(_ rest: String) async throws {
        // Loads everything that is loaded at first use.
        #expect(try await serving.get("/unsafe/40x40/\(rest)").status == 200)
        try serving.running.resetPeak()
        let before = try bytes("VmRSS")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for side in 1000..<1020 { group.addTask { try await serving.get("/unsafe/\(side)x\(side)/\(rest)").status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
        let grown = try bytes("VmHWM") - before
        #expect(grown < Self.budget + 150_000_000, "\(grown / 1_000_000) MB more")
    }

    @Test("memory is released when the load is over") func relief() async throws {
        #expect(try await serving.get("/unsafe/40x40/filters:blur(9)/1.png").status == 200)
        let before = try bytes("VmRSS")
        for side in 1500..<1504 { _ = try await serving.get("/unsafe/\(side)x\(side)/filters:blur(9)/1.png") }
        await until { (try? bytes("VmRSS")).map { $0 <= before + 30_000_000 } ?? true }
        #expect(try bytes("VmRSS") <= before + 30_000_000)
    }

    private func bytes(_ field: String) throws -> Int {
        let line = try #require(serving.running.proc("status").split(separator: "\n").first { $0.hasPrefix(field + ":") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
