internal import BoundedCrop
internal import FoundationEssentials
internal import Logging
internal import Synchronization

/// Keeps the keys and renews them before they expire, once for all who wait.
final class CredentialsKeeper: Sendable {
    private struct State {
        var keys: S3Credentials?
        /// When to look for others again, as long as the keys are valid.
        var nextRenewal = Date.distantPast
    }

    /// How long before their end keys are renewed.
    static let margin = 300.0
    /// How long keys that are still valid are used after a renewal, whether it failed or gave keys that end soon.
    static let pause = 30.0

    private let find: @Sendable () async throws -> S3Credentials
    private let clock: any LoadingClock
    private let logger: Logger
    private let state = Mutex(State())
    private let renewals = Coalescer<Bool, S3Credentials>()

    init(clock: any LoadingClock, logger: Logger, find: @escaping @Sendable () async throws -> S3Credentials) {
        (self.clock, self.logger, self.find) = (clock, logger, find)
    }

    /// Throws what finding the keys throws, if there are none that are still valid.
    func current() async throws -> S3Credentials {
        let now = clock.now
        let (known, isDue) = state.withLock { state in (state.keys, now >= state.nextRenewal) }
        guard let known, let expires = known.expires else {
            if let known { return known }
            return try await renewed(replacing: nil)
        }
        if expires.timeIntervalSince(now) > Self.margin || expires > now && !isDue { return known }
        do {
            return try await renewed(replacing: known)
        } catch let error as BoundedCropError where expires > clock.now {
            logger.warning("keys for the object storage cannot be renewed; those in use are still valid", metadata: ["error": "\(error)"])
            state.withLock { $0.nextRenewal = now.addingTimeInterval(Self.pause) }
            return known
        }
    }

    /// Looks for other keys than those that a server has just refused as expired.
    /// - Returns: Whether there are others.
    func renew(insteadOf refused: S3Credentials) async throws -> Bool {
        try await renewed(replacing: refused) != refused
    }

    private func renewed(replacing old: S3Credentials?) async throws -> S3Credentials {
        // Someone else may have renewed them meanwhile.
        if let known = state.withLock({ $0.keys }), known != old { return known }
        return try await renewals.value(for: true) { [self] in
            let keys: S3Credentials
            do {
                keys = try await find()
            } catch let error as BoundedCropError where error.code != .noCredentials {
                // Whatever is wrong with the places of keys is not the fault of the request, nor of the object storage.
                throw BoundedCropError(.noCredentials, error.message, underlying: error)
            }
            // Those that end soon are not looked for again with every request.
            state.withLock { $0 = State(keys: keys, nextRenewal: clock.now.addingTimeInterval(Self.pause)) }
            return keys
        }
    }
}
