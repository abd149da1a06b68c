/// A value that is not there, but whose name is.
package struct JSONNull: Encodable, Sendable {
    package init() {}

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
