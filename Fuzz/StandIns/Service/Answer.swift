internal import HTTPTypes

/// The part of an answer that dialects complete.
struct Answer: Sendable {
    var headers = HTTPFields()
    let type: String
    let bytes: [UInt8]

    init(type: String, bytes: [UInt8]) {
        (self.type, self.bytes) = (type, bytes)
    }
}
