internal import BoundedCrop
internal import FoundationEssentials

/// Where a Redis or Valkey server is, and which part of it to use: `redis://:password@host:6379/0?prefix=photos:`.
package struct RedisAddress: Hashable, Sendable, CustomStringConvertible {
    /// The name or address of the server.
    package var host: String
    /// The port; 6379 by default.
    package var port = 6379
    /// The user, for servers with several; nil for the default user.
    package var user: String?
    /// The password; nil if the server asks for none.
    package var password: String?
    /// The number of the database; 0 by default.
    package var database = 0
    /// What the keys of all entries begin with; `boundedcrop:` by default.
    package var prefix = RedisAddress.standardPrefix

    private static let standardPrefix = "boundedcrop:"

    /// Creates the address of database 0.
    package init(host: String, port: Int = 6379) {
        (self.host, self.port) = (host, port)
    }

    /// Reads an address of the form `redis://[[user]:password@]host[:port][/database][?prefix=text]`, where special characters of user,
    /// password and prefix are percent-encoded.
    ///
    /// - Throws: `invalidURL`, without the text, since it may hold a password.
    package init(_ text: String) throws {
        guard let parts = URLComponents(string: text, encodingInvalidCharacters: false), parts.scheme?.lowercased() == "redis" else {
            throw Self.invalid("it is not of the form redis://:password@host:port/database?prefix=text, percent-encoded")
        }
        guard let host = parts.host, !host.isEmpty else { throw Self.invalid("it names no host") }
        // Those of IPv6 addresses.
        self.init(host: String(host.drop { $0 == "[" }.prefix { $0 != "]" }))
        if let port = parts.port {
            guard (1...65_535).contains(port) else { throw Self.invalid("its port \(port) is not a number from 1 to 65535") }
            self.port = port
        }
        user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        password = parts.password.flatMap { $0.isEmpty ? nil : $0 }
        let path = parts.path.drop { $0 == "/" }
        if !path.isEmpty {
            guard path.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let database = Int(path), database <= Int(Int32.max) else {
                throw Self.invalid("its database is not a number, such as 0")
            }
            self.database = database
        }
        for item in parts.queryItems ?? [] {
            guard item.name == "prefix" else { throw Self.invalid("its query has something other than prefix=text") }
            prefix = item.value ?? ""
        }
    }

    /// The address without user and password, in the form that ``init(_:)`` reads.
    package var description: String {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.port, parts.path) = ("redis", host.contains(":") ? "[\(host)]" : host, port, "/\(database)")
        if prefix != Self.standardPrefix { parts.queryItems = [URLQueryItem(name: "prefix", value: prefix)] }
        return parts.string ?? "redis://\(host):\(port)/\(database)"
    }

    private static func invalid(_ reason: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "this address of a Redis server cannot be read: \(reason)")
    }
}
