internal import BoundedCrop
internal import FoundationEssentials

/// A finished answer as it is kept: the file, and what was said of it.
struct StoredResult: Sendable {
    /// Such as `image/webp`.
    let type: String
    /// What was planned, as `--json` writes it.
    let plan: String
    let bytes: AnswerBytes

    private struct Head: Codable {
        let type: String
        let plan: String
    }

    init(type: String, plan: String, bytes: AnswerBytes) {
        self.type = type
        self.plan = plan
        self.bytes = bytes
    }

    /// From one run of bytes: the length of a head, the head as JSON, the file. Nil for what is none.
    init?(encoded: [UInt8], countedBy memory: AnswerMemory? = nil) {
        guard encoded.count >= 4 else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(encoded[$1]) << (8 * $1) }
        guard encoded.count >= 4 + length, let head = try? JSONDecoder().decode(Head.self, from: Data(encoded[4..<4 + length])) else {
            return nil
        }
        self.init(type: head.type, plan: head.plan, bytes: AnswerBytes(Array(encoded[(4 + length)...]), countedBy: memory))
    }

    func encoded() throws -> [UInt8] {
        let head = try JSONText.data(Head(type: type, plan: plan))
        return withUnsafeBytes(of: UInt32(head.count).littleEndian) { Array($0) } + head + bytes.bytes
    }
}
