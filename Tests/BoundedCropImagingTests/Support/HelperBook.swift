import Synchronization
import TestSupport
import Testing

@testable import BoundedCropImaging

/// What a pool of helpers reports.
final class HelperBook: Sendable {
    private let events = Mutex<[DecoderPool.Event]>([])

    /// Why helpers have ended so far.
    var reasons: [DecoderPool.Reason] {
        events.withLock { $0.compactMap { if case .ended(let reason, _) = $0 { reason } else { nil } } }
    }

    /// A pool of one helper that misbehaves as files tell it to.
    func pool(_ change: (inout DecoderPool.Settings) -> Void = { _ in }) throws -> DecoderPool {
        var limits = ImageLimits()
        limits.maximumPixels = 10_000_000
        limits.maximumBytes = 8_000_000
        var settings = DecoderPool.Settings(program: try BuiltProgram.rogueDecoder(), limits: limits)
        settings.onEvent = { event in self.events.withLock { $0.append(event) } }
        change(&settings)
        return try DecoderPool(settings)
    }

    /// Expects that the helper ended for this reason only, and that another one serves the next picture.
    func expectReplaced(in decoders: DecoderPool, _ reason: DecoderPool.Reason) async throws {
        let source = try Fixture.source("formats/obama_rgba.png", decoders.options)
        #expect(try source.pixels(longSide: 50) == Fixture.source("formats/obama_rgba.png").pixels(longSide: 50))
        await until { reasons == [reason] && decoders.aliveCount == 1 }
    }
}

extension DecoderPool {
    /// Options for pictures that its helpers read.
    var options: DecodingOptions {
        var options = DecodingOptions()
        options.decoders = self
        return options
    }
}
