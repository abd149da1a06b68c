import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(10))) struct SVGTests {
    /// A drawing with these attributes and contents.
    private static func drawing(_ attributes: String, _ contents: String = "") -> [UInt8] {
        Array(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(contents)</svg>"#.utf8)
    }

    /// The left half is red, and the rest is transparent.
    private static let half = drawing(#"width="10" height="10""#, #"<rect width="5" height="10" fill="red"/>"#)
    private static let red: [UInt8] = [255, 0, 0, 255]

    // MARK: Recognition

    @Test(
        "a drawing is known by its first element",
        arguments: [
            "<svg>", "<svg/>", "<svg\n width='1'>", "<s:svg xmlns:s='http://www.w3.org/2000/svg'/>", "\u{FEFF} \n<svg >",
            "<?xml version='1.0'?><!-- <html> --><svg>", "<!DOCTYPE svg PUBLIC 'a>b' \"http://www.w3.org/\"><svg>",
            "<!DOCTYPE svg [<!ENTITY a '<svg>'>]>\n<!-- a --><svg>", "<!DOCTYPE svg [" + String(repeating: " ", count: 10_000),
            "<!--" + String(repeating: "-a", count: 1900) + "--><svg>",
        ]
    )
    func recognized(text: String) throws {
        #expect(ImageFormat(signatureOf: Array(text.utf8)) == .svg)
        // Of a character's code, the lower byte comes first.
        var wide: [UInt8] = [0xFF, 0xFE]
        for code in text.utf16 where code != 0xFEFF { wide += [UInt8(code & 255), UInt8(code >> 8)] }
        #expect(text.utf16.count > 2000 || ImageFormat(signatureOf: wide) == .svg)
    }

    @Test(
        "other texts are no drawings",
        arguments: [
            "<html><svg>", "<!DOCTYPE html><svg>", "<!-- <svg> --><html>", "<?xml version='1.0'?><rss><svg>", "<svgs>", "< svg>", "svg",
            "<svg", "a <svg>", "<!-- <svg>", "<?xml <svg>", "<!DOCTYPE a [<!ENTITY b '<svg>'>]><a>", "<svg:g>", "", "<", "<!DOCTYPE",
        ]
    )
    func others(text: String) {
        #expect(ImageFormat(signatureOf: Array(text.utf8)) != .svg)
    }

    // MARK: Size

    @Test(
        "the size is that of CSS",
        arguments: [
            (#"width="40" height="30""#, 40, 30), (#"width="40.6px" height="30.4""#, 41, 30), (#"width="1in" height="25.4mm""#, 96, 96),
            (#"viewBox="0 0 40 30""#, 40, 30), (#"width="100%" height="50%" viewBox="0 0 40 30""#, 40, 30),
            (#"width="80" viewBox="0 0 40 30""#, 80, 60), (#"height="15" viewBox="0 0 40 30""#, 20, 15), ("", 300, 150),
            (#"width="80""#, 80, 150), (#"width="0.2" height="7""#, 1, 7), (#"width="2em" height="3pc""#, 24, 48),
        ]
    )
    func size(attributes: String, width: Int, height: Int) throws {
        let source = try ImageSource(bytes: Self.drawing(attributes))
        // The size of a font that nobody names differs between versions.
        if attributes.contains("em") { #expect((20...40).contains(source.size.width)) } else { #expect(source.size.width == width) }
        #expect(source.size.height == height && source.header.hasAlpha && source.header.outputFormat == .png)
    }

    @Test("sizes that are none or too large are refused on the header")
    func wrongSizes() {
        for attributes in [#"width="0" height="9""#, #"width="9" height="0""#] {
            expectError(.malformedImage, saying: "says that it is") { _ = try ImageSource(bytes: Self.drawing(attributes)) }
        }
        for attributes in [#"width="1e6" height="1e6""#, #"viewBox="0 0 1e30 1e30""#, #"width="40000" height="1""#] {
            expectError(.limitExceeded) { _ = try ImageSource(bytes: Self.drawing(attributes)) }
        }
    }

    // MARK: Pixels

    @Test("edges are sharp at any size", arguments: [10, 20, 32, 500, 2000])
    func sharp(side: Int) throws {
        let pixels = try ImageSource(bytes: Self.half).pixels(
            of: PixelRect(x: 0, y: 0, width: 10, height: 10),
            scaledTo: PixelSize(width: side, height: side)
        )
        for x in [0, side / 2 - 1, side / 2, side - 1] {
            let start = (side / 3 * side + x) * 4
            #expect(Array(pixels.bytes[start..<start + 4]) == (x < side / 2 ? Self.red : [0, 0, 0, 0]), "\(x)")
        }
    }

    @Test("a part is drawn alone, as it is in the whole")
    func part() throws {
        let circle = #"<circle cx="20" cy="15" r="11" fill="teal" stroke="gold" stroke-width="3"/>"#
        let source = try ImageSource(bytes: Self.drawing(#"width="40" height="30""#, circle))
        let whole = try source.pixels(of: PixelRect(all: source.size), scaledTo: PixelSize(width: 400, height: 300))
        let part = PixelRect(x: 12, y: 5, width: 20, height: 13)
        let alone = try source.pixels(of: part, scaledTo: PixelSize(width: 200, height: 130))
        let difference = try alone.difference(from: whole.cut(PixelRect(x: 120, y: 50, width: 200, height: 130)))
        #expect(difference.mean < 0.5 && difference.largest <= 40, "\(difference)")
    }

    private static let asked: [(part: PixelRect, width: Int, height: Int)] = [
        (PixelRect(x: 0, y: 0, width: 100, height: 70), 33, 23), (PixelRect(x: 0, y: 0, width: 100, height: 70), 317, 222),
        (PixelRect(x: 7, y: 11, width: 60, height: 40), 61, 41), (PixelRect(x: 7, y: 11, width: 60, height: 40), 13, 8),
        (PixelRect(x: 31, y: 1, width: 50, height: 50), 50, 50),
    ]

    @Test("a part is drawn at exactly the size that is asked for", arguments: asked, [false, true])
    func exact(asked: (part: PixelRect, width: Int, height: Int), isIsolated: Bool) throws {
        let stripes = (0..<40).map {
            "<path d='M\($0 * 3) 0V70' stroke='teal'/><path d='M0 \($0 * 2)H100' stroke='gold' stroke-width='.7'/>"
        }
        let size = PixelSize(width: asked.width, height: asked.height), part = asked.part
        let source = try ImageSource(
            bytes: Self.drawing(#"width="100" height="70""#, stripes.joined()),
            options: isIsolated ? Self.isolated() : DecodingOptions()
        )
        // As detection does before.
        _ = try source.pixels(longSide: 320)
        let pixels = try source.cuts([PictureCut(part, scaledTo: PixelSize(width: 5, height: 5)), PictureCut(part, scaledTo: size)])[1]
        let box = #"viewBox="\#(part.x) \#(part.y) \#(part.width) \#(part.height)" preserveAspectRatio="none""#
        let own = Self.drawing(#"width="\#(asked.width)" height="\#(asked.height)" \#(box)"#, stripes.joined())
        #expect(try pixels.difference(from: ImageSource(bytes: own).pixels()).largest <= 1)
    }

    @Test("a drawing reaches its edges when it is smaller than its own size", arguments: [(25, 12), (50, 25), (33, 17), (1, 1)])
    func edges(width: Int, height: Int) throws {
        let source = try ImageSource(bytes: Self.drawing(#"width="101" height="51""#, #"<rect width="101" height="51" fill="red"/>"#))
        let pixels = try source.pixels(of: PixelRect(all: source.size), scaledTo: PixelSize(width: width, height: height))
        #expect(pixels.bytes.chunked(by: 4).allSatisfy { $0 == Self.red })
    }

    @Test("a drawing that is asked for at more pixels than the limit is drawn at fewer, and enlarged")
    func limited() throws {
        var options = DecodingOptions()
        options.limits.maximumPixels = 10_000
        let source = try ImageSource(bytes: Self.half, options: options)
        let decoder = source.decoder(covering: [PictureCut(PixelRect(all: source.size), scaledTo: PixelSize(width: 900, height: 900))])
        #expect(decoder.regionBytes <= 40_000 && decoder.magnify > 5)
        let pixels = try source.pixels(of: PixelRect(all: source.size), scaledTo: PixelSize(width: 900, height: 900))
        #expect(pixels.size.width == 900)
    }

    @Test("photos in a drawing are drawn, and nothing outside is")
    func embedded() throws {
        let photo = try Data(Fixture.bytes("formats/obama_rgba.png")).base64EncodedString()
        let folder = try TemporaryFolder()
        try folder.write(Fixture.bytes("formats/obama_rgba.png"), to: "a.png")
        func drawn(_ address: String) throws -> [UInt8] {
            let image = #"<image width="20" height="20" href="\#(address)"/>"#
            return try ImageSource(bytes: Self.drawing(#"width="20" height="20""#, image)).pixels().bytes
        }
        #expect(try drawn("data:image/png;base64,\(photo)").contains { $0 != 0 })
        for address in [folder.path("a.png"), "file://" + folder.path("a.png"), "a.png", "data:image/png;base64,AAAA"] {
            #expect(try drawn(address).allSatisfy { $0 == 0 })
        }
    }

    // MARK: Damage and limits

    @Test(
        "damaged drawings are refused",
        arguments: [
            "<svg", "<svg xmlns='http://www.w3.org/2000/svg'><g>", "<svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
            "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'>" + String(repeating: "<g>", count: 50_000),
        ]
    )
    func damaged(text: String) {
        let code: BoundedCropError.Code = text == "<svg" ? .unsupportedFormat : .malformedImage
        expectError(code) { _ = try ImageSource(bytes: Array(text.utf8)).pixels() }
    }

    @Test("entities that multiply are refused")
    func entities() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
        let list = zip(names, names.dropFirst()).map { "<!ENTITY \($1) '\(String(repeating: "&\($0);", count: 10))'>" }.joined()
        let text = "<!DOCTYPE svg [<!ENTITY a 'x'>\(list)]><svg xmlns='http://www.w3.org/2000/svg'><text>&j;</text></svg>"
        #expect(throws: BoundedCropError.self) { try ImageSource(bytes: Array(text.utf8)) }
    }

    @Test("drawings are refused where that is asked for")
    func refused() {
        var options = DecodingOptions()
        options.svg = .refuse
        expectError(.unsupportedFormat, saying: "SVG") { _ = try ImageSource(bytes: Self.half, options: options) }
    }

    // MARK: Processes of their own

    private static func isolated() throws -> DecodingOptions {
        var options = DecodingOptions()
        let settings = DecoderPool.Settings(program: try BuiltProgram.rogueDecoder(), limits: options.limits)
        options.drawingDecoders = .forDrawings(settings)
        return options
    }

    @Test(
        "what is drawn in a process of its own is as here",
        arguments: [
            #"<circle cx="20" cy="20" r="15" fill="teal"/>"#,
            #"<filter id="a"><feGaussianBlur stdDeviation="3"/></filter><rect x="9" y="9" width="20" height="20" filter="url(#a)"/>"#,
            #"<text y="20">Ab</text>"#, #"<text y="20" font-family="serif" font-weight="bold">Ab</text>"#,
        ]
    )
    func same(contents: String) throws {
        let file = Self.drawing(#"width="40" height="40""#, contents)
        let pixels = try ImageSource(bytes: file, options: Self.isolated()).pixels()
        #expect(pixels.bytes.contains { $0 != 0 })
        #expect(try pixels == ImageSource(bytes: file).pixels())
    }

    @Test("no text and no embedded file makes the process look for anything outside")
    func sandboxed() throws {
        let options = try Self.isolated()
        let fonts = ["sans-serif", "Arial", "Nonesuch", "cursive"].map {
            #"<text y="20" font-family="\#($0)" font-weight="300">漢字 😀 ابج</text>"#
        }
        let images = try ["gif/animated.gif", "webp/animated.webp", "heic/plain.heic"].flatMap { file in
            let data = try Data(Fixture.bytes("formats/" + file)).base64EncodedString()
            return ["image/gif", "image/x", "", "text/html"].map { #"<image width="9" height="9" href="data:\#($0);base64,\#(data)"/>"# }
        }
        for contents in fonts + images {
            let source = try ImageSource(bytes: Self.drawing(#"width="40" height="40""#, contents), options: options)
            #expect(throws: Never.self) { try source.pixels() }
        }
    }

    // MARK: Files of others

    private static let valid = Result { try SharedFormat.all(in: "svg").filter { $0.kind == "valid" } }

    @Test(
        "files of others are as their reference",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        arguments: try valid.get()
    )
    func shared(file: SharedFormat) throws {
        let source = try ImageSource(bytes: file.bytes())
        #expect(source.size.width == file.width && source.size.height == file.height)
        #expect(try (file.distance(of: source.pixels()) ?? 0) <= 1)
    }

    private static let odd = Result { try SharedFormat.all(in: "svg").filter { $0.kind != "valid" } }

    @Test(
        "damaged and hostile files are refused with a reason, or show nothing of what is outside",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        arguments: try odd.get()
    )
    func hostile(file: SharedFormat) throws {
        do {
            let pixels = try ImageSource(bytes: file.bytes(), options: Self.isolated()).pixels()
            // The reference of a negative size is as large as what is drawn.
            #expect(file.file.contains("size_negative") || (file.distance(of: pixels) ?? 0) <= 1)
        } catch let error as BoundedCropError {
            let codes: [BoundedCropError.Code] = [.malformedImage, .limitExceeded, .decoderEnded, .unsupportedFormat]
            #expect(error.message.count > 20 && codes.contains(error.code), "\(error)")
        }
    }
}

extension [UInt8] {
    fileprivate func chunked(by count: Int) -> [[UInt8]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<$0 + count]) }
    }
}
