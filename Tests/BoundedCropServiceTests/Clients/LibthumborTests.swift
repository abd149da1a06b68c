import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import Subprocess
import TestSupport
import Testing

@testable import BoundedCropService

/// URLs composed and signed by thumbor's own client library, as used by programs that migrate from thumbor.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Libthumbor.isInstalled, "Scripts/install-libthumbor .build/libthumbor installs it"))
struct LibthumborTests {
    private static let photo = "orientations/obama_1.jpg"

    @Test func `its signed URLs are answered, and those signed with another key are not`() async throws {
        let service = try await RunningService { $0.keys = ["my-key"] }
        let calls: [(options: [String: Any], size: PixelSize?)] = [
            (["width": 100, "height": 80, "smart": true], PixelSize(width: 100, height: 80)),
            (["width": 100], PixelSize(width: 100, height: 125)), (["height": 100], PixelSize(width: 80, height: 100)),
            ([:], PixelSize(width: 320, height: 400)),
            (["width": 60, "height": 60, "flip": true, "flop": true], PixelSize(width: 60, height: 60)),
            (["flip": true], PixelSize(width: 320, height: 400)),
            (["width": 90, "height": 90, "halign": "left", "valign": "top"], PixelSize(width: 90, height: 90)),
            (["crop": [[10, 20], [110, 220]]], PixelSize(width: 100, height: 200)),
            (["fit_in": true, "width": 100, "height": 100], PixelSize(width: 80, height: 100)),
            (["full_fit_in": true, "width": 100, "height": 100], PixelSize(width: 100, height: 125)),
            (["adaptive_fit_in": true, "width": 100, "height": 50], nil), (["trim": true, "width": 50, "height": 50], nil),
            (["trim": ["bottom-right", 20], "width": 50, "height": 50], nil), (["trim": [NSNull(), 20], "width": 50, "height": 50], nil),
            (["width": 50, "height": 50, "filters": ["quality(80)", "grayscale()"]], PixelSize(width: 50, height: 50)),
            (["width": 50, "height": 50, "smart": true, "meta": true], nil),
        ]
        let paths = try await Libthumbor.paths(key: "my-key", calls.map { $0.options.merging(["image_url": Self.photo]) { $1 } })
        for (path, call) in zip(paths, calls) {
            let reply = try await service.get(path)
            #expect(reply.status == 200, "\(path): \(reply.text)")
            if let size = call.size { #expect(try reply.picture.size == size, "\(path)") }
        }
        for path in try await Libthumbor.paths(key: "other-key", [["width": 100, "image_url": Self.photo]]) {
            let reply = try await service.get(path)
            #expect(reply.status == 403 && reply.code == "invalidSignature")
        }
    }

    @Test func `pictures may be URLs, however they are escaped`() async throws {
        let upstream = try await PictureServer()
        let photo = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent(Self.photo)))
        for path in ["/a.jpg", "/a b.jpg", "/a%20b.jpg", "/ä.jpg", "/%C3%A4.jpg"] { upstream.serve(path, .picture(photo)) }
        let service = try await RunningService {
            $0.keys = ["my-key"]
            $0.policy = .unrestricted
            $0.root = nil
        }
        let host = "127.0.0.1:\(upstream.port)"
        let images = [
            "\(host)/a.jpg", "http://\(host)/a.jpg", "http%3A%2F%2F\(host)%2Fa.jpg", "http://\(host)/a%20b.jpg",
            "http://\(host)/a.jpg%3Fx%3D1",
        ]
        for path in try await Libthumbor.paths(key: "my-key", images.map { ["width": 40, "image_url": $0] }) {
            let reply = try await service.get(path)
            #expect(reply.status == 200, "\(path): \(reply.text)")
        }
    }

    @Test func `unsafe URLs are answered if they are allowed`() async throws {
        let options: [String: Any] = ["width": 40, "height": 40, "unsafe": true, "image_url": Self.photo]
        let path = try #require(try await Libthumbor.paths(key: "any", [options]).first)
        #expect(try await RunningService().get("/" + path.trimmingCharacters(in: ["/"])).status == 200)
    }
}

/// Python with libthumbor in its path.
private enum Libthumbor {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let folder = Fixture.root.deletingLastPathComponent().appendingPathComponent(".build/libthumbor")

    static var isInstalled: Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent("libthumbor").path) }

    /// The paths that `CryptoURL.generate` returns for these calls.
    static func paths(key: String, _ calls: [[String: Any]]) async throws -> [String] {
        let lines = try calls.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n" }
        let composed = try await run(
            .name("python3"),
            arguments: [here.appendingPathComponent("compose.py").path, key],
            environment: .inherit.updating(["PYTHONPATH": folder.path]),
            input: .string(lines.joined()),
            output: .string(limit: 1_000_000),
            error: .currentStandardError
        )
        let paths = composed.standardOutput.split(separator: "\n").map(String.init)
        try #require(paths.count == calls.count)
        return paths
    }
}
