/// A reply of a server, in version 2 of its protocol.
enum RedisReply: Hashable, Sendable {
    case text(String)
    case failure(RedisFailure)
    case number(Int)
    case bytes([UInt8])
    case list([RedisReply])
    case none
}

/// The server's refusal of a command, such as `OOM command not allowed when used memory > 'maxmemory'.`
struct RedisFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    /// The first word, which says what kind of refusal it is: `ERR`, `WRONGTYPE`, `NOAUTH`.
    var kind: Substring { description.prefix { $0 != " " } }
}

/// What a server sent is not its protocol, or more than it may send. Nothing after it can be understood.
struct RedisProtocolError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
