import BoundedCrop
import FoundationEssentials

/// A line of standard input as JSON, and the name by which its answer is known.
struct RequestLine {
    /// Null if the line has none that can be read.
    private(set) var id = JSONNode.null
    /// The request, or what is wrong with the line.
    private(set) var members: Result<JSONMembers, BoundedCropError>

    init(_ line: LineReader.Line) {
        do {
            var members = try Self.members(line)
            id = try Self.id(members.take("id"))
            if case .text(let bytes) = line { try JSONText.check(bytes) }
            self.members = .success(members)
        } catch {
            members = .failure(
                error as? BoundedCropError ?? BoundedCropError(.invalidArgument, "the line cannot be read", underlying: error)
            )
        }
    }

    private static func members(_ line: LineReader.Line) throws -> JSONMembers {
        switch line {
        case .tooLong(let limit):
            throw BoundedCropError(.limitExceeded, "the line has more than the limit of \(limit) bytes: see --max-line")
        case .text(let bytes):
            guard !bytes.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) else {
                throw BoundedCropError(.invalidArgument, "the line is empty")
            }
            // A zero or a byte order mark would be taken for another encoding.
            guard !bytes.contains(0), bytes[0] < 0xFE, String(validating: bytes, as: UTF8.self) != nil else {
                throw BoundedCropError(.invalidArgument, "the line is not UTF-8 text")
            }
            do {
                return try JSONDecoder().decode(JSONMembers.self, from: Data(bytes))
            } catch {
                let start = String(decoding: bytes.prefix(60), as: UTF8.self)
                throw BoundedCropError(.invalidArgument, "the line is not a JSON object but “\(start)”", underlying: error)
            }
        }
    }

    private static func id(_ id: JSONNode?) throws -> JSONNode {
        switch id {
        case .text, .integer: return id ?? .null
        // Beyond these, another number would come back.
        case .number(let number) where number.magnitude < 0x1p53: return .number(number)
        case .number(let number): throw BoundedCropError(.invalidArgument, "“id” is too large a number: \(number)")
        case .none: throw BoundedCropError(.invalidArgument, "“id” is missing")
        case .some(let other): throw BoundedCropError(.invalidArgument, "“id” is a text or a number, not \(other.kind)")
        }
    }
}
