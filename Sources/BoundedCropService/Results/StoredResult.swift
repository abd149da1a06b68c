internal import BoundedCrop
internal import FoundationEssentials

/// A finished answer as stored: the file, its plan and its placeholder.
struct StoredResult: Sendable {
    /// The media type, such as `image/webp`.
    let type: String
    /// The plan, as `--json` prints it.
    let plan: String
    /// The placeholder of the picture; nil if nobody asked for it.
    let placeholder: Placeholder?
    /// The sizes of the picture; nil if they are not known.
    let geometry: PictureGeometry?
    /// How many places redactions covered; nil without redactions.
    let covered: Int?
    /// Whether it shows one frame of an animation, which nobody asked for.
    var isStopped = false
    let bytes: AnswerBytes

    private struct Head: Codable {
        let type: String
        let plan: String
        let placeholder: Placeholder?
        let geometry: PictureGeometry?
        let covered: Int?
        /// Nil for false.
        let isStopped: Bool?
    }

    init(
        type: String,
        plan: String,
        placeholder: Placeholder? = nil,
        geometry: PictureGeometry? = nil,
        covered: Int? = nil,
        bytes: AnswerBytes
    ) {
        self.type = type
        self.plan = plan
        self.placeholder = placeholder
        self.geometry = geometry
        self.covered = covered
        self.bytes = bytes
    }

    /// Decodes the length of a head, the head as JSON, and the file. Nil for invalid bytes: a storage is outside of this process, and others
    /// may write to it.
    init?(encoded: [UInt8], countedBy memory: AnswerMemory? = nil) {
        guard encoded.count >= 4 else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(encoded[$1]) << (8 * $1) }
        guard length <= Self.mostHeadBytes, encoded.count >= 4 + length,
            let head = try? JSONDecoder().decode(Head.self, from: Data(encoded[4..<4 + length]))
        else {
            return nil
        }
        let placeholder = head.placeholder.map { [$0.blurHash, $0.thumbHash, $0.color] } ?? []
        guard Self.types.contains(head.type), placeholder.allSatisfy({ $0.utf8.count <= 100 }),
            !head.plan.hasControlCharacters,
            head.geometry?.isPossible ?? true, head.covered ?? 0 >= 0
        else { return nil }
        let bytes = AnswerBytes(Array(encoded[(4 + length)...]), countedBy: memory)
        self.init(
            type: head.type,
            plan: head.plan,
            placeholder: head.placeholder,
            geometry: head.geometry,
            covered: head.covered,
            bytes: bytes
        )
        isStopped = head.isStopped ?? false
    }

    /// More than the longest plan has.
    private static let mostHeadBytes = 4_000_000
    /// The media types of answers that are stored.
    private static let types = Set(ImageFormat.allCases.map(\.mediaType) + ["application/json"])

    func encoded() throws -> [UInt8] {
        let head = try JSONText.data(
            Head(
                type: type,
                plan: plan,
                placeholder: placeholder,
                geometry: geometry,
                covered: covered,
                isStopped: isStopped ? true : nil
            )
        )
        return withUnsafeBytes(of: UInt32(head.count).littleEndian) { Array($0) } + head + bytes.bytes
    }
}
