import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ContactSheetTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.photo, as: "in/b.jpg")
    }

    @Test func containsThePicturesOfAFolder() async throws {
        let outcome = try await scratch.boundedcrop("contact-sheet in --columns 2 --cell 50x60 -o sheet.jpg")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(try scratch.picture("sheet.jpg").size == PixelSize(width: 124, height: 76))
    }

    /// Its elements take more memory than such a process may have.
    @Test func `a drawing is drawn in a process of its own`() async throws {
        func drawing(_ contents: String) -> [UInt8] {
            Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\#(contents)</svg>"#.utf8)
        }
        try scratch.write(drawing(String(repeating: "<g/>", count: 950_000)), to: "in/c.svg")
        try scratch.write(drawing(#"<rect width="9" height="9" fill="red"/>"#), to: "in/d.svg")
        let outcome = try await scratch.boundedcrop("contact-sheet in --cell 30 --columns 4 -o sheet.png")
        #expect(outcome.errors.contains("c.svg: ") && outcome.errors.contains("300 MB"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("d.svg"))
    }

    @Test func `one number is a square cell, as for the size of a crop`() async throws {
        #expect(try await scratch.boundedcrop("contact-sheet in --columns 2 --cell 50 -o sheet.jpg").status == 0)
        #expect(try scratch.picture("sheet.jpg").size == PixelSize(width: 124, height: 66))
    }

    @Test(arguments: ["orange", "#ffa500", "ffa500", "rgb(255,165,0)"])
    func showsItsBackgroundBetweenPictures(color: String) async throws {
        #expect(try await scratch.boundedcrop("contact-sheet in --background \(color) -o sheet.png").status == 0)
        #expect(try scratch.picture("sheet.png").pixels().bytes.prefix(4) == [255, 165, 0, 255])
    }

    @Test func doesNotOverwriteAFileUnlessRequested() async throws {
        try scratch.write([1], to: "sheet.png")
        #expect(try await scratch.boundedcrop("contact-sheet in -o sheet.png").status == 1)
        #expect(try scratch.bytes("sheet.png") == [1])
        #expect(try await scratch.boundedcrop("contact-sheet in -o sheet.png --overwrite").status == 0)
    }

    @Test(arguments: [
        ("-o sheet.tif", "sheet.tif"), ("-o s.png --columns 0", "--columns"), ("-o s.png --cell 5x", "--cell"),
        ("-o s.png --cell 0", "--cell"), ("-o s.png --background mud", "--background"), ("-o s.png --landscape", "--paper"),
        ("-o s.png --dpi 100", "--paper"), ("-o s.png --rows 2", "--paper"), ("-o s.png --paper a5", "--paper"),
        ("-o s.png --paper 10x10mm", "--paper"), ("-o s.png --paper 100xmm", "--paper"), ("-o s.png --paper a4 --dpi 9", "--dpi"),
        ("-o s.png --paper a4 --rows 0", "--rows"), ("-o s.png --paper a4 --cell 50", "--cell"), ("-o s.pdf --cell 50", "--cell"),
    ])
    func invalidUsageIsReported(options: String, fault: String) {
        let outcome = scratch.parse("contact-sheet in \(options)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(fault) == true, "\(outcome.errors)")
    }

    /// Options, the size of a page, and how many pages five pictures are on.
    @Test(arguments: [
        ("--paper a4 --dpi 20 --columns 2 --rows 1", 165, 234, 3), ("--paper a4 --landscape --dpi 20 --columns 2 --rows 1", 234, 165, 3),
        ("--paper letter --dpi 20 --columns 2", 170, 220, 2), ("--paper 4x6in --dpi 50 --columns 1 --rows 2", 200, 300, 3),
        ("--paper 127x50.8mm --dpi 50 --columns 5", 250, 100, 1), ("--paper A3 --dpi 20 --columns 1 --rows 1", 234, 331, 5),
    ])
    func `pages have the size of the paper, and as many pictures as fit`(
        options: String,
        width: Int,
        height: Int,
        count: Int
    ) async throws {
        let inputs = "in/a.png in/b.jpg in/a.png in/b.jpg in/a.png"
        let outcome = try await scratch.boundedcrop("contact-sheet \(inputs) \(options) -o out/s.png")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let files = try scratch.files().filter { $0.hasPrefix("out/") }
        #expect(files == (1...count).map { "out/s-0\($0).png" })
        for file in files { #expect(try scratch.picture(file).size == PixelSize(width: width, height: height)) }
    }

    @Test func `a picture that is named like a page, but has another size, is on the sheet`() async throws {
        try scratch.add(Fixture.portrait, as: "in/s-07.png")
        let line = "contact-sheet in --paper 100x100mm --dpi 40 --columns 1 --rows 1 -o in/s.png"
        for options in ["", " --overwrite"] {
            #expect(try await scratch.boundedcrop(line + options).status == 0)
            #expect(try scratch.files().filter { $0.hasPrefix("in/s-") } == ["in/s-01.png", "in/s-02.png", "in/s-03.png", "in/s-07.png"])
        }
    }

    @Test func `names are written below pictures, also long ones and such with markup`() async throws {
        try scratch.add(Fixture.photo, as: "in/<b>&amp; 'ä' \u{FFFF}\n.jpg")
        try scratch.add(Fixture.photo, as: "in/\(String(repeating: "x", count: 200)).jpg")
        let line = "contact-sheet in --columns 2 --cell 120"
        #expect(try await scratch.boundedcrop("\(line) -o plain.png").status == 0)
        for (background, isLight) in [("white", false), ("navy", true)] {
            let outcome = try await scratch.boundedcrop("\(line) --captions --background \(background) -o \(background).png")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            let sheet = try scratch.picture("\(background).png").pixels()
            #expect(try sheet.size == scratch.picture("plain.png").size)
            // The line of text below the first picture: cells begin at 8, and are 120 high.
            let pixels = (114..<128).flatMap { y in (8..<128).map { x in sheet.bytes[(y * sheet.width + x) * 4 + 1] } }
            #expect(isLight ? pixels.contains { $0 > 140 } : pixels.contains { $0 < 120 })
            let edge = (114..<128).map { y in sheet.bytes[(y * sheet.width + 130) * 4 + 1] }
            #expect(Set(edge).count == 1, "nothing is written between cells")
        }
        let small = try await scratch.boundedcrop("contact-sheet in --cell 20 --captions -o small.png")
        #expect(small.status == 1 && small.errors.contains("no room for captions"), "\(small.errors)")
    }

    @Test func `pages follow the order of the inputs`() async throws {
        let page = "--paper 100x100mm --dpi 40 --columns 1 --rows 1"
        #expect(try await scratch.boundedcrop("contact-sheet in/a.png in/b.jpg in/a.png \(page) -o s.png").status == 0)
        #expect(try await scratch.boundedcrop("contact-sheet in/b.jpg \(page) -o other.png").status == 0)
        let pages = try (1...3).map { try scratch.bytes("s-0\($0).png") }
        #expect(pages[0] == pages[2] && pages[0] != pages[1])
        #expect(try pages[1] == scratch.bytes("other-01.png"))
    }

    @Test func `pages are not on their successors, and are not replaced unless requested`() async throws {
        let line = "contact-sheet in --paper a4 --dpi 20 --columns 1 --rows 1 -o in/s.png"
        #expect(try await scratch.boundedcrop(line).status == 0)
        let again = try await scratch.boundedcrop(line)
        #expect(again.status == 1 && again.errors.contains("in/s-01.png already exists"), "\(again.errors)")
        #expect(try await scratch.boundedcrop("\(line) --overwrite").status == 0)
        #expect(try scratch.files().filter { $0.hasPrefix("in/s") } == ["in/s-01.png", "in/s-02.png"])
        try scratch.add(Fixture.photo, as: "in/t-02.png")
        let photo = try await scratch.boundedcrop("\(line.replacing("in/s.png", with: "in/t.png")) --overwrite")
        #expect(photo.status == 1 && photo.errors.contains("in/t-02.png has "), "\(photo.errors)")
        #expect(try !scratch.files().contains("in/t-01.png"))
    }

    @Test func `pages that an earlier run had more are named`() async throws {
        let page = "--paper a4 --dpi 20 --columns 1 --rows 1 -o s.png"
        let first = try await scratch.boundedcrop("contact-sheet in/a.png in/b.jpg in/a.png \(page)")
        #expect(first.status == 0, "\(first.errors)")
        let fewer = try await scratch.boundedcrop("contact-sheet in/a.png \(page) --overwrite")
        #expect(fewer.status == 0 && fewer.errors.contains("s-02.png, s-03.png; remove them"), "\(fewer.errors)")
        #expect(!fewer.errors.contains("s-01.png"))
    }

    @Test func `a page without room is refused`() async throws {
        let outcome = try await scratch.boundedcrop("contact-sheet in --paper 30x30mm --dpi 20 --columns 40 -o s.png")
        #expect(outcome.status == 1 && outcome.errors.contains("no room for 40 columns"), "\(outcome.errors)")
    }

    @Test func `a PDF has the pages, in the size of the paper`() async throws {
        let inputs = "in/a.png in/b.jpg in/a.png"
        let page = "--columns 2 --rows 1 --dpi 30"
        let outcome = try await scratch.boundedcrop("contact-sheet \(inputs) \(page) -o s.pdf")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try await scratch.boundedcrop("contact-sheet \(inputs) \(page) --paper a4 -o s.jpg").status == 0)
        let document = try ReadPDF(scratch.bytes("s.pdf"))
        #expect(document.pages.map(\.jpeg) == (try [scratch.bytes("s-01.jpg"), scratch.bytes("s-02.jpg")]))
        for page in document.pages {
            #expect(page.box == [0, 0, 595.2756, 841.8898] && page.size == [248, 351])
            #expect(page.drawing == "q 595.2756 0 0 841.8898 0 0 cm /Sheet Do Q")
        }
        let other = try await scratch.boundedcrop("contact-sheet \(inputs) --paper letter --landscape -o other.PDF --dpi 30")
        #expect(other.status == 0, "\(other.errors)")
        #expect(try ReadPDF(scratch.bytes("other.PDF")).pages.map(\.box) == [[0, 0, 792, 612]])
    }

    @Test func badPicturesAreNamedAndLeftOut() async throws {
        let expected = try await sheet("in")
        try scratch.add("broken/text.jpg", as: "text.jpg")
        try scratch.write([], to: "in/c.png")
        let outcome = try await scratch.boundedcrop("contact-sheet text.jpg in nothing.jpg -o sheet.png --overwrite")
        #expect(outcome.status == 1 && outcome.errorLines.count == 4)
        for (line, name) in zip(outcome.errorLines, ["text.jpg", "in/c.png", "nothing.jpg"]) {
            #expect(line.hasPrefix("boundedcrop: \(name): "), "\(outcome.errors)")
        }
        #expect(outcome.errorLines.last == "boundedcrop: 3 of 5 failed")
        #expect(try scratch.picture("sheet.png").pixels() == expected)
    }

    @Test func `files in a folder that are no pictures are left out, which is no failure`() async throws {
        let expected = try await sheet("in")
        try scratch.add("broken/text.jpg", as: "in/aa.jpg")
        let outcome = try await scratch.boundedcrop("contact-sheet in -o sheet.png --overwrite")
        #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("boundedcrop: in/aa.jpg: left out: this is not a picture"), "\(outcome.errors)")
        #expect(try scratch.picture("sheet.png").pixels() == expected)
        // They do not change which of several inputs failed.
        try scratch.write([], to: "in/c.png")
        try scratch.write(Array("notes".utf8), to: "in/notes.txt")
        let failed = try await scratch.boundedcrop("contact-sheet in -o sheet.png --overwrite")
        #expect(failed.status == 1 && failed.errorLines.last == "boundedcrop: 1 of 3 failed", "\(failed.errors)")
    }

    @Test func withoutAnyPictureThereIsNoSheet() async throws {
        try scratch.add("broken/text.jpg", as: "bad/c.jpg")
        try scratch.makeFolder("empty")
        for inputs in ["bad", "empty", "bad empty"] {
            let outcome = try await scratch.boundedcrop("contact-sheet \(inputs) -o sheet.png")
            #expect(outcome.status == 1 && outcome.errors.contains("no pictures"), "\(outcome.errors)")
        }
        #expect(try !scratch.files().contains("sheet.png"))
    }

    private func sheet(_ inputs: String) async throws -> PixelBuffer {
        #expect(try await scratch.boundedcrop("contact-sheet \(inputs) -o sheet.png --overwrite").status == 0)
        return try scratch.picture("sheet.png").pixels()
    }

    /// However long each picture takes.
    @Test func picturesAreInTheOrderOfTheInputs() async throws {
        let (one, other) = (try await sheet("in/a.png in/b.jpg"), try await sheet("in/b.jpg in/a.png"))
        #expect(one != other && one.size == other.size)
        #expect(try await sheet("in/a.png in/b.jpg in/b.jpg in/a.png --columns 2").height == 2 * one.height - 8)
        let cells = try ["in/a.png", "in/b.jpg"].map {
            try ContactSheet.thumbnail(of: scratch.picture($0), in: PixelSize(width: 240, height: 240))
        }
        #expect(try one == ContactSheet.picture(of: cells, cell: PixelSize(width: 240, height: 240), columns: 4))
    }

    @Test func aSheetIsNotOnItsSuccessor() async throws {
        for _ in 0..<2 {
            #expect(try await scratch.boundedcrop("contact-sheet in -o in/sheet.png --overwrite").status == 0)
            #expect(try scratch.picture("in/sheet.png").size.width == 8 + 2 * 248)
        }
    }

    /// Twenty pictures of 30 megapixels would take 2.4 GB.
    @Test func picturesAreReadAtTheSizeOfTheirCells() async throws {
        let picture = PixelBuffer(size: PixelSize(width: 6000, height: 5000), filledWith: (20, 90, 160, 255))
        try scratch.write(picture.blocking.encoded(as: .jpeg()), to: "large.jpg")
        let inputs = Array(repeating: "large.jpg", count: 20).joined(separator: " ")
        let outcome = try await scratch.shell("ulimit -v 3000000; boundedcrop contact-sheet \(inputs) -o sheet.jpg")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func aSheetThatIsTooLargeIsRefused() async throws {
        let outcome = try await scratch.boundedcrop("contact-sheet in --cell 65000x65000 -o sheet.png")
        #expect(outcome.status == 1 && outcome.errors.contains("not possible"), "\(outcome.errors)")
    }
}

/// The pages of a PDF whose objects are found by its table.
private struct ReadPDF {
    struct Page {
        let box: [Double]
        let size: [Int]
        let drawing: String
        let jpeg: [UInt8]
    }

    private(set) var pages: [Page] = []
    private let bytes: [UInt8]
    private var places: [Int] = []

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let text = Self.text(bytes)
        #expect(text.hasPrefix("%PDF-1.4\n") && text.hasSuffix("\n%%EOF\n"))
        let start = try #require(text.firstMatch(of: /startxref\n(\d+)\n%%EOF\n$/).flatMap { Int($0.1) })
        let table = Self.text(bytes[start...])
        let count = try #require(table.firstMatch(of: /^xref\n0 (\d+)\n/).flatMap { Int($0.1) })
        #expect(table.contains("trailer\n<< /Size \(count) /Root 1 0 R >>"))
        let entries = table.split(separator: "\n").dropFirst(2).prefix(count)
        #expect(entries.first == "0000000000 65535 f " && entries.allSatisfy { $0.utf8.count == 19 })
        places = entries.compactMap { Int($0.prefix(10)) }
        let tree = try members(ofLink: "Pages", in: members(of: 1))
        let kids = try #require(tree.firstMatch(of: /\/Kids \[([^\]]*)\]/)).1.matches(of: /(\d+) 0 R/).compactMap { Int($0.1) }
        #expect(tree.contains("/Type /Pages /Count \(kids.count) "))
        pages = try kids.map { kid in
            let page = try members(of: kid)
            #expect(page.contains("/Type /Page ") && page.contains("/Parent 2 0 R"))
            let image = try link("Sheet", in: page)
            let (about, jpeg) = try (members(of: image), stream(of: image))
            #expect(about.contains("/Filter /DCTDecode") && about.contains("/ColorSpace /DeviceRGB"))
            let size = try ["Width", "Height"].map { try number($0, in: about) }
            let shown = try ImageSource(bytes: jpeg).size
            #expect(size == [shown.width, shown.height])
            let box = try #require(page.firstMatch(of: /\/MediaBox \[([^\]]*)\]/)).1.split(separator: " ").compactMap { Double($0) }
            return Page(box: box, size: size, drawing: Self.text(try stream(of: link("Contents", in: page))), jpeg: jpeg)
        }
    }

    /// Bytes as characters, one for each.
    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private func members(of object: Int) throws -> String {
        let rest = bytes[places[object]...]
        let end = try #require(rest.indices.first { rest[$0...].starts(with: Array(">>\n".utf8)) })
        let text = Self.text(rest[..<end])
        #expect(text.hasPrefix("\(object) 0 obj\n<< "))
        return text
    }

    private func members(ofLink name: String, in text: String) throws -> String { try members(of: link(name, in: text)) }

    private func link(_ name: String, in text: String) throws -> Int { try number(name, in: text, after: " 0 R") }

    private func number(_ name: String, in text: String, after end: String = "") throws -> Int {
        let rest = try #require(text.split(separator: "/\(name) ", maxSplits: 1).dropFirst().first)
        let digits = rest.prefix { $0.isNumber }
        #expect(rest.dropFirst(digits.count).hasPrefix(end))
        return try #require(Int(digits))
    }

    private func stream(of object: Int) throws -> [UInt8] {
        let length = try number("Length", in: members(of: object))
        let rest = bytes[places[object]...]
        let mark = Array("stream\n".utf8)
        let start = try #require(rest.indices.first { rest[$0...].starts(with: mark) }) + mark.count
        #expect(rest[(start + length)...].starts(with: Array("\nendstream\nendobj\n".utf8)))
        return Array(rest[start..<(start + length)])
    }
}
