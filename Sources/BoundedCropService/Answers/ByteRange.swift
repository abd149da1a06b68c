internal import BoundedCrop

/// A range of bytes that a client asks for, in `Range` (RFC 9110, 14.1.2).
enum ByteRange: Hashable, Sendable {
    /// From a position on, through another one or to the end.
    case from(Int, through: Int?)
    /// So many bytes at the end.
    case last(Int)

    /// Nil for what is answered with everything, as RFC 9110, 14.2, allows: an invalid range, another unit, and several ranges, which no
    /// reader of pictures needs and which can be made to cost much.
    init?(_ field: String) {
        let field = field.readPart
        guard let equals = field.firstIndex(of: "="), field[..<equals].lowercased() == "bytes" else { return nil }
        let ranges = field[equals...].dropFirst().split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
        guard ranges.count == 1, let dash = ranges[0].firstIndex(of: "-") else { return nil }
        let (first, last) = (ranges[0][..<dash], ranges[0][dash...].dropFirst())
        switch (Self.number(first), Self.number(last)) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where last.isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where first.isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// The bytes of a file of this length that the range selects; nil if there are none.
    func bytes(of length: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < length else { return nil }
            return first..<min(last ?? length - 1, length - 1) + 1
        case .last(let count):
            guard count > 0, length > 0 else { return nil }
            return max(0, length - count)..<length
        }
    }

    /// Nil for what is not all digits. A number that is larger than any file is valid.
    private static func number(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy(Int.isDigit) else { return nil }
        return Int(digits) ?? .max
    }
}
