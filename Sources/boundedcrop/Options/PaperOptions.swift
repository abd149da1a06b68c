import ArgumentParser
import BoundedCrop
import BoundedCropEffects

/// The options for pages of a contact sheet.
struct PaperOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make pages of this size instead of one sheet: a4, a3, letter, or WxH in mm or in, such as 100x150mm (default for PDF: a4).",
            valueName: "paper"
        ),
        transform: { text in try usage { try Paper(text) } }
    )
    var paper: Paper?

    @Flag(help: "With pages, turn the paper.")
    var landscape = false

    @Option(help: ArgumentHelp("With pages, the pixels of an inch (default: 300).", valueName: "n"))
    var dpi: Int?

    @Option(help: ArgumentHelp("With pages, the number of rows (default: as many as squares fit).", valueName: "n"))
    var rows: Int?

    mutating func validate() throws {
        if let dpi, !(20...1200).contains(dpi) { throw ValidationError("--dpi must be 20 to 1200, not \(dpi).") }
        if let rows, !(1...1000).contains(rows) { throw ValidationError("--rows must be 1 to 1000, not \(rows).") }
    }

    /// Whether there are options that only pages have.
    var needsPaper: Bool { landscape || dpi != nil || rows != nil }

    /// Margins that printers can print, and gaps between pictures, in millimetres.
    private static let (margin, gap) = (10.0, 2.0)

    /// The pages on a paper.
    /// - Throws: `invalidArgument` for paper without room for that.
    func page(_ paper: Paper, columns: Int) throws -> ContactSheet.Page {
        let paper = turned(paper)
        func pixels(_ millimetres: Double) -> Int { Int((millimetres / Paper.inch * Double(dpi ?? 300)).rounded()) }
        return try ContactSheet.Page(
            size: PixelSize(width: pixels(paper.width), height: pixels(paper.height)),
            margin: pixels(Self.margin),
            gap: pixels(Self.gap),
            columns: columns,
            rows: rows
        )
    }

    /// The paper as it lies.
    func turned(_ paper: Paper) -> Paper { landscape ? Paper(width: paper.height, height: paper.width) : paper }
}

/// A sheet of paper, in millimetres.
struct Paper: Hashable, Sendable {
    let width: Double
    let height: Double

    static let inch = 25.4
    static let a4 = Paper(width: 210, height: 297)
    private static let names = ["a3": Paper(width: 297, height: 420), "a4": a4, "letter": Paper(width: 8.5 * inch, height: 11 * inch)]
    private static let sides = 30.0...2000.0
}

extension Paper {
    /// Reads `a4`, `210x297mm` and `4x6in`. Throws `invalidArgument` for anything else.
    init(_ text: String) throws {
        let name = text.lowercased()
        if let known = Self.names[name] {
            self = known
            return
        }
        let units = [("mm", 1.0), ("in", Self.inch)]
        let unit = units.first { name.hasSuffix($0.0) }
        let sides = name.dropLast(2).split(separator: "x", omittingEmptySubsequences: false).compactMap(Decimals.number)
        guard let unit, sides.count == 2, sides.allSatisfy({ Self.sides.contains($0 * unit.1) }) else {
            throw BoundedCropError(
                .invalidArgument,
                "--paper is a3, a4, letter, or a width and height of 30 to 2000 mm, such as 100x150mm or 4x6in, not “\(text.printable)”"
            )
        }
        self.init(width: sides[0] * unit.1, height: sides[1] * unit.1)
    }
}
