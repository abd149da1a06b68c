import AsyncHTTPClient
import BoundedCrop
import Foundation
import Logging
import NIOCore
import TestSupport
import Testing

@testable import BoundedCropLoading

extension ImageLoader {
    /// A loader for tests: its clock stands still, it has no storage, and it may access this machine.
    static func testing(
        clock: ManualClock = ManualClock(),
        storage: (any ImageStorage)? = nil,
        transport: Transport = .system,
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> ImageLoader {
        var configuration = Configuration(storage: storage)
        configuration.memoryCache = .testing()
        configuration.policy = .unrestricted
        configuration.clock = clock
        configuration.logger.logLevel = .critical
        // Longer than all pauses, which tests recognize by being shorter than a minute.
        configuration.http.silenceTimeout = .seconds(3600)
        // Only the test's clock ends waits: if the system clock ended an attempt, the pause that follows would never end.
        var transport = transport
        transport.client.timeout.connect = .minutes(30)
        change(&configuration)
        return ImageLoader(configuration: configuration, transport: transport)
    }

    /// Loads the picture and waits until it has been stored.
    func storedImage(for request: ImageRequest) async throws -> PixelBuffer {
        let picture = try await image(for: request)
        await finishStoring()
        return picture
    }

    /// Waits until no load is under way.
    func settled() async {
        await until { inFlight == 0 && queue.runningCount == 0 && queue.waitingCount == 0 }
        await finishStoring()
    }
}

extension ImageMemoryCache {
    /// A cache that only a test clears.
    static func testing(countLimit: Int = 1000, byteLimit: Int = 128_000_000) -> ImageMemoryCache {
        ImageMemoryCache(countLimit: countLimit, byteLimit: byteLimit, pressure: nil)
    }
}

extension Transport {
    /// A transport that resolves names as the test specifies; literal addresses resolve to themselves.
    static func names(_ addresses: @escaping @Sendable (String) async throws -> [String]) -> Transport {
        Transport(resolver: AddressResolver { host in try await addresses(host).compactMap { IPAddress($0) } })
    }
}

/// Expects a `BoundedCropError` with this code and a message that contains this text.
@discardableResult
func expectError(
    _ code: BoundedCropError.Code,
    saying text: String = "",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async -> BoundedCropError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        return nil
    } catch {
        let known = error as? BoundedCropError
        #expect(known?.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(text.isEmpty || known?.message.contains(text) == true, "\(error) does not say “\(text)”", sourceLocation: sourceLocation)
        return known
    }
}
