import BoundedCrop
import Foundation
import PictureServer
import TestSupport

@testable import BoundedCropLoading

/// A server with a thumbnail (1) and a full picture (2), each behind a gate, and a record of the pictures delivered.
struct TargetScene {
    /// A target that cannot tell when it is released.
    final class View: Sendable {}

    let server: PictureServer
    let loader: ImageLoader
    let arrived = Record<Int>()
    let thumbnailGate = ServerGate()
    let fullGate = ServerGate()

    var thumbnail: URL { server.url("/thumbnail") }
    var full: URL { server.url("/full") }

    init(clock: ManualClock = ManualClock()) async throws {
        server = try await PictureServer()
        loader = .testing(clock: clock)
        server.serve("/thumbnail", .picture(Fixture.tiny(1)).with { [thumbnailGate] in $0.gate = thumbnailGate })
        server.serve("/full", .picture(Fixture.tiny(2)).with { [fullGate] in $0.gate = fullGate })
    }

    @discardableResult
    func load(_ url: URL, for target: any AnyObject & Sendable) -> LoadToken {
        loader.load(ImageRequest(url), for: target, on: .anyThread) { [arrived] in arrived.append((try? $0.get().number) ?? -1) }
    }

    func finish() async {
        thumbnailGate.open()
        fullGate.open()
        await loader.settled()
        await until { loader.targets.count == 0 }
    }
}
