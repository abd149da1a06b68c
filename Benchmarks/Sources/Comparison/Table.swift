/// A Markdown table with names on the left and numbers on the right.
struct Table: Sendable {
    private var lines: [String]

    init(_ headings: String...) {
        lines = [Self.line(headings), "| --- |" + String(repeating: " ---: |", count: headings.count - 1)]
    }

    mutating func add(_ cells: String...) {
        lines.append(Self.line(cells))
    }

    var text: String { lines.joined(separator: "\n") }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

extension Double {
    /// The number with this many decimal places.
    func decimals(_ digits: Int) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let rounded = Int((self * Double(scale)).rounded())
        guard digits > 0 else { return String(rounded) }
        let fraction = String(rounded % scale)
        return "\(rounded / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
