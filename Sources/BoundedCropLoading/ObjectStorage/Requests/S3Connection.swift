internal import AsyncHTTPClient
internal import BoundedCrop
internal import FoundationEssentials
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Signs requests to an object storage, and signs them again if its answer says what was wrong with the signature.
final class S3Connection: Sendable {
    /// What can be put right, once each for a request.
    private enum Correction {
        case region, clock, keys
    }

    let configuration: S3Configuration
    let client: OwnedClient
    let logger: Logger
    private let knowledge: S3Knowledge
    /// Nil if requests are not signed.
    private let keeper: CredentialsKeeper?

    init(_ configuration: S3Configuration, client: OwnedClient, logger: Logger) {
        (self.configuration, self.client, self.logger) = (configuration, client, logger)
        knowledge = S3Knowledge(standardRegion: configuration.region ?? S3Endpoint.standardRegion)
        let finder = CredentialsFinder(
            environment: configuration.environment,
            profile: configuration.profile,
            server: CredentialsServer(http: client.http, clock: configuration.clock)
        )
        keeper =
            switch configuration.credentials {
            case .anonymous: nil
            case .fixed(let keys): CredentialsKeeper(clock: configuration.clock, logger: logger) { keys }
            case .standard: CredentialsKeeper(clock: configuration.clock, logger: logger) { try await finder.find() }
            }
    }

    /// A client for object storages and those who hand out keys.
    static func client(_ configuration: HTTPClient.Configuration) -> OwnedClient {
        var configuration = configuration
        // Requests wait for their turn elsewhere: here, waiting would count as connecting.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 10_000
        return OwnedClient(configuration)
    }

    /// Sends a request.
    ///
    /// - Parameter send: Throws an ``S3Fault`` for an answer that refuses the request.
    /// - Throws: What `send` throws; a fault that cannot be put right is thrown as a `BoundedCropError`.
    func answer<Answer: Sendable>(
        to request: S3Request,
        _ send: (SignedS3Request) async throws -> Answer
    ) async throws -> Answer {
        try request.location.checkKey()
        var corrected: Set<Correction> = []
        while true {
            let signed = try await signed(request)
            do {
                return try await send(signed)
            } catch let fault as S3Fault {
                guard let correction = try await correct(fault, signed, request, corrected) else {
                    throw fault.error(of: request, now: configuration.clock.now)
                }
                corrected.insert(correction)
                logger.debug("signing a request to the object storage again", metadata: ["corrected": "\(correction)"])
            }
        }
    }

    private func signed(_ request: S3Request) async throws -> SignedS3Request {
        let region = knowledge.region(of: request.location.bucket)
        let endpoint = try S3Endpoint(of: request.location.bucket, in: region, configuration)
        let path = endpoint.path(of: request.location.key)
        let query = SignatureV4.text(of: request.query)
        let url = "\(endpoint.scheme)://\(endpoint.host)\(path)" + (query.isEmpty ? "" : "?\(query)")
        var headers = request.headers + [("host", endpoint.host)]
        guard let keys = try await keeper?.current() else {
            return SignedS3Request(url: url, headers: headers, region: region, credentials: nil)
        }
        let date = configuration.clock.now.addingTimeInterval(knowledge.ahead)
        let signature = SignatureV4(credentials: keys, region: region, date: date)
        headers += [("x-amz-content-sha256", request.payloadHash), ("x-amz-date", signature.timestamp)]
        if let token = keys.sessionToken { headers.append(("x-amz-security-token", token)) }
        let authorization = signature.authorization(
            method: request.method.rawValue,
            path: path,
            query: request.query,
            headers: headers,
            payloadHash: request.payloadHash
        )
        headers.append(("authorization", authorization))
        return SignedS3Request(url: url, headers: headers, region: region, credentials: keys)
    }

    /// Returns what was put right; nil if there is nothing that was not put right before.
    private func correct(
        _ fault: S3Fault,
        _ signed: SignedS3Request,
        _ request: S3Request,
        _ corrected: Set<Correction>
    ) async throws -> Correction? {
        if fault.isMoved(from: signed.region), let region = fault.region, !corrected.contains(.region) {
            knowledge.learn(region: region, of: request.location.bucket)
            return .region
        }
        if fault.isWrongClock, let time = fault.serverTime, !corrected.contains(.clock) {
            knowledge.ahead = time.timeIntervalSince(configuration.clock.now)
            return .clock
        }
        guard fault.isExpired, !corrected.contains(.keys), let refused = signed.credentials else { return nil }
        return try await keeper?.renew(insteadOf: refused) == true ? .keys : nil
    }
}
