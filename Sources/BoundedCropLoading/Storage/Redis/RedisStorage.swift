internal import BoundedCrop
internal import FoundationEssentials
internal import NIOCore
internal import Synchronization

/// A storage in a Redis or Valkey server, which any number of machines may share.
///
/// Each entry is one value with a checksum. It expires in the server when it may no longer be used; set the server's `maxmemory` and an
/// eviction policy such as `allkeys-lru` to bound it. Connections are not encrypted, so the server must be in a network that can be trusted.
package final class RedisStorage: SharedStorage {
    /// Where the server is.
    package let address: RedisAddress
    /// The maximum number of bytes of an entry. Larger ones are not stored.
    package let byteLimit: Int
    private let connections: RedisConnections
    private let clock: any LoadingClock

    /// Of entries with their metadata.
    private static let room = 1_000_000
    /// Of commands that wait for their replies on one connection.
    private static let commandLimit = 64_000_000
    private static let longestLifetime = 10 * 365 * 24 * 3600.0
    private static let keysPerScan = 1000

    /// Creates a storage. It connects when the first entry is looked for or stored.
    /// - Parameters:
    ///   - address: Where the server is, and what the keys of the entries begin with.
    ///   - byteLimit: The maximum number of bytes of an entry; 64 MB by default.
    ///   - connectionCount: The maximum number of connections; 2 by default.
    ///   - timeout: How long the server may send nothing when a connection is made or a reply is awaited; 1 s by default.
    ///   - clock: Provides the time at which entries expire, and at which a lost connection is made again.
    /// - Precondition: `connectionCount` is at least 1.
    package init(
        _ address: RedisAddress,
        byteLimit: Int = 64_000_000,
        connectionCount: Int = 2,
        timeout: Duration = .seconds(1),
        clock: any LoadingClock = SystemLoadingClock()
    ) {
        precondition(connectionCount > 0, "a storage needs at least one connection")
        (self.address, self.byteLimit, self.clock) = (address, byteLimit, clock)
        let replyLimit = byteLimit.plus(Self.room)
        connections = RedisConnections(count: connectionCount, clock: clock) {
            try await RedisConnection.connect(to: address, timeout: timeout, replyLimit: replyLimit, commandLimit: Self.commandLimit)
        }
    }

    /// The address, without user and password.
    package var description: String { address.description }

    /// Returns the entry of a key, fresh or not, or nil if there is no valid entry. A damaged one is removed.
    /// - Throws: What keeps the server from answering.
    package func find(_ key: String) async throws -> StoredImage? {
        do {
            guard case .bytes(let bytes) = try await connections.send(RedisCommand("GET", name(of: key))) else { return nil }
            if let image = StoredImageFile.image(in: bytes, key: key) { return image }
            await remove(key)
            return nil
        } catch let failure as RedisFailure where failure.kind == "WRONGTYPE" {
            // Something else that has this name; storing replaces it.
            return nil
        } catch {
            throw said(error)
        }
    }

    /// Stores a picture until it may no longer be used.
    /// - Throws: What keeps the server from storing it.
    package func store(_ image: StoredImage, for key: String) async throws {
        let lifetime = min(image.usableUntil.timeIntervalSince(clock.now), Self.longestLifetime)
        let bytes = try StoredImageFile.bytes(of: image, key: key)
        guard lifetime >= 0.001, bytes.count <= byteLimit else { return }
        let milliseconds = String(Int(lifetime * 1000, within: 1...Int.max, rounded: .down))
        let command = RedisCommand("SET", Array(name(of: key).utf8), bytes, Array("PX".utf8), Array(milliseconds.utf8))
        do {
            guard try await connections.send(command) == .text("OK") else { throw RedisProtocolError("the reply to SET is not OK") }
        } catch {
            throw said(error)
        }
    }

    /// Removes the entry of a key, if the server answers.
    package func remove(_ key: String) async {
        _ = try? await connections.send(RedisCommand("DEL", name(of: key)))
    }

    /// Removes all entries whose names begin with the prefix of the address, also those of other machines, as far as the server answers.
    package func removeAll() async {
        let pattern = address.prefix.map { "*?[]^\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "*"
        var cursor = "0"
        repeat {
            let page = try? await connections.send(RedisCommand("SCAN", cursor, "MATCH", pattern, "COUNT", String(Self.keysPerScan)))
            guard case .list(let parts) = page, parts.count == 2, case .bytes(let next) = parts[0], case .list(let names) = parts[1] else {
                return
            }
            let keys = names.compactMap { name in if case .bytes(let bytes) = name { bytes } else { nil } }
            if !keys.isEmpty { _ = try? await connections.send(RedisCommand("DEL", keys: keys)) }
            cursor = String(decoding: next, as: UTF8.self)
        } while cursor != "0" && !Task.isCancelled
    }

    /// Short, whatever the key is: that is in the entry.
    private func name(of key: String) -> String { address.prefix + Fingerprint.text(of: key.utf8) }

    private func said(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: error
        case let failure as RedisFailure:
            BoundedCropError(.invalidResponse, "\(self) refuses: \(failure)", underlying: failure)
        case let failure as RedisProtocolError:
            BoundedCropError(.invalidResponse, "\(self) does not speak Redis’ protocol: \(failure)", underlying: failure)
        case let failure as BoundedCropError:
            BoundedCropError(failure.code, "\(self): \(failure.message)", underlying: failure)
        default: BoundedCropError(.connectionFailed, "\(self): \(error)", underlying: error)
        }
    }
}

/// A few connections to one server, used in turn, so that a large reply on one does not hold up the others.
final class RedisConnections: Sendable {
    private let places: [RedisPlace]
    private let turn = Atomic(0)

    init(count: Int, clock: any LoadingClock, connect: @escaping RedisPlace.Connect) {
        places = (0..<count).map { _ in RedisPlace(clock: clock, connect: connect) }
    }

    /// Sends a command and returns its reply. Throws the server's refusal as a ``RedisFailure``, and why there is no connection.
    func send(_ command: RedisCommand) async throws -> RedisReply {
        do {
            return try await sendOnce(command)
        } catch ChannelError.ioOnClosedChannel {
            // The connection was closed before the command was on its way.
            return try await sendOnce(command)
        }
    }

    private func sendOnce(_ command: RedisCommand) async throws -> RedisReply {
        let connecting = try next().connection()
        return try await abandonable { try await connecting.value }.send(command)
    }

    /// The place whose turn it is. One that is not connected begins to connect while another does its work.
    private func next() -> RedisPlace {
        let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        let place = places[Int(UInt(bitPattern: number) % UInt(places.count))]
        guard !place.isConnected, let other = places.first(where: \.isConnected) else { return place }
        _ = try? place.connection()
        return other
    }
}
