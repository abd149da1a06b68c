import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(10))) struct RAWTests {
    /// Blue values, with a preview that is red on the left and green on the right.
    private static func photo(_ size: PixelSize, preview: PixelSize?, orientation: Int = 1) throws -> [UInt8] {
        var file = BuiltDNG(try .picture(size.width, size.height) { _, _ in [0, 0, 200] })
        file.orientation = orientation
        if let preview {
            let picture = try PixelBuffer.picture(preview.width, preview.height) { x, _ in
                x < preview.width / 2 ? [220, 0, 0] : [0, 220, 0]
            }
            file.preview = (try picture.blocking.encoded(as: .jpeg(quality: 95)), preview)
        }
        return file.bytes
    }

    private static let size = PixelSize(width: 800, height: 600)
    private static let small = PixelSize(width: 400, height: 300)

    private static func source(_ bytes: [UInt8], _ reading: DecodingOptions.RawReading = .auto) throws -> ImageSource {
        var options = DecodingOptions()
        options.raw = reading
        return try ImageSource(bytes: bytes, options: options)
    }

    /// The color that most of a picture has.
    private func color(of pixels: PixelBuffer) -> String {
        var counts: [String: Int] = [:]
        for start in stride(from: 0, to: pixels.bytes.count, by: 4) {
            let (red, green, blue) = (pixels.bytes[start], pixels.bytes[start + 1], pixels.bytes[start + 2])
            counts[red > 150 ? "red" : green > 150 ? "green" : blue > 150 ? "blue" : "other", default: 0] += 1
        }
        return counts.max { $0.value < $1.value }?.key ?? ""
    }

    @Test("a photo is developed as the sensor has seen it, upright", arguments: [1, 3, 6, 8])
    func developed(orientation: Int) throws {
        let photo = try Fixture.source("formats/obama_rgb8.png").pixels()
        var file = BuiltDNG(photo)
        file.orientation = orientation
        let source = try ImageSource(bytes: file.bytes)
        #expect(source.header.format == .raw && source.header.orientation.rawValue == orientation)
        let upright = try photo.oriented(#require(ImageOrientation(rawValue: orientation)))
        let difference = try source.pixels().difference(from: upright)
        #expect(difference.mean < 4, "\(difference)")
        let half = PixelSize(width: upright.width / 4, height: upright.height / 4)
        let smaller = try source.pixels(of: PixelRect(all: source.size), scaledTo: half).difference(from: upright.resized(to: half))
        #expect(smaller.mean < 4, "\(smaller)")
    }

    @Test(
        "the preview is read if it is large enough, or else half or all of the pixels",
        arguments: [
            (DecodingOptions.RawReading.auto, 800, Rendition.full), (.auto, 400, .preview), (.auto, 100, .preview), (.full, 100, .full),
            (.preview, 800, .preview),
        ]
    )
    func renditions(reading: DecodingOptions.RawReading, width: Int, rendition: Rendition) throws {
        let source = try Self.source(Self.photo(Self.size, preview: Self.small), reading)
        let cut = PictureCut(PixelRect(x: 0, y: 0, width: 400, height: 600), scaledTo: PixelSize(width: width / 2, height: width * 3 / 4))
        #expect(source.size == Self.size)
        #expect(source.header.rendition(of: [cut], reading) == rendition)
        let pixels = try source.pixels(of: [cut])[0]
        #expect(pixels.size == cut.size && color(of: pixels) == (rendition == .preview ? "red" : "blue"))
    }

    @Test("half of the pixels do where the preview is too small")
    func half() throws {
        let source = try Self.source(Self.photo(PixelSize(width: 2400, height: 1800), preview: PixelSize(width: 160, height: 120)))
        let cut = PictureCut(PixelRect(all: source.size), scaledTo: PixelSize(width: 600, height: 450))
        #expect(source.header.rendition(of: [cut], .auto) == .half && source.header.rendition(of: [cut], .preview) == .preview)
        #expect(color(of: try source.pixels(of: [cut])[0]) == "blue")
    }

    @Test("a part of the preview is where the part of the photo is, also when the photo is turned")
    func parts() throws {
        let source = try Self.source(Self.photo(Self.size, preview: Self.small), .preview)
        for (x, name) in [(0, "red"), (420, "green")] {
            let part = try source.pixels(of: PixelRect(x: x, y: 90, width: 380, height: 380), scaledTo: PixelSize(width: 50, height: 50))
            #expect(color(of: part) == name)
        }
        let turned = try Self.source(Self.photo(Self.size, preview: Self.small, orientation: 6), .preview)
        #expect(turned.size == PixelSize(width: 600, height: 800))
        let top = try turned.pixels(of: PixelRect(x: 9, y: 0, width: 380, height: 380), scaledTo: PixelSize(width: 50, height: 50))
        #expect(color(of: top) == "red")
    }

    @Test("a preview of another shape is not read, since its coordinates are others", arguments: [(300, 300), (400, 225)])
    func shapes(width: Int, height: Int) throws {
        let source = try Self.source(Self.photo(Self.size, preview: PixelSize(width: width, height: height)), .preview)
        #expect(source.header.previewSize == nil)
        #expect(color(of: try source.pixels(longSide: 100)) == "blue")
    }

    @Test("what is read with other options is another picture")
    func hashes() throws {
        let bytes = try Self.photo(Self.size, preview: Self.small)
        let hashes = try DecodingOptions.RawReading.allCases.map { try Self.source(bytes, $0).contentHash }
        #expect(Set(hashes).count == 3)
    }

    @Test("regions of XMP lie in the developed picture, and the camera is kept")
    func metadata() throws {
        var file = BuiltDNG(try .picture(200, 100) { _, _ in [90, 90, 90] })
        file.xmp = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Type="Face">
            <mwg-rs:Area stArea:x="0.25" stArea:y="0.5" stArea:w="0.1" stArea:h="0.4" stArea:unit="normalized"/>
            </rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8
        )
        let source = try ImageSource(bytes: file.bytes)
        #expect(source.embeddedFeatures.map(\.rectangle) == [Rect(x: 40, y: 30, width: 20, height: 40)])
        let exif = try #require(source.metadata.exif)
        #expect(exif.firstRange(of: Array("Maker".utf8)) != nil)
    }

    @Test("the parts of a CR3's metadata become one structure")
    func boxes() throws {
        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] { BuiltJP2.box(type, contents) }
        func structure(_ entries: [(tag: Int, type: Int, value: Int)]) -> [UInt8] {
            var block = TIFFBlock()
            block.appendDirectory(entries)
            return block.bytes
        }
        let canon: [UInt8] = [0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48]
        let packet: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
        let parts =
            box("CMT1", structure([(0x0100, 3, 6000), (0x0112, 3, 8)])) + box("CMT2", structure([(0x8827, 3, 400)]))
            + box("CMT4", structure([(0x0005, 1, 0)]))
        let file =
            box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8)) + box("moov", box("uuid", canon + parts))
            + box("uuid", packet + Array("<x/>".utf8)) + box("mdat", [])
        let metadata = file.withUnsafeBytes(CameraPhoto.metadata)
        let exif = try #require(metadata.exif.flatMap { EXIF($0) })
        #expect(exif.orientation == .left && metadata.xmp == Array("<x/>".utf8))
        let sensitivity = try #require(exif.exifDirectory.map(exif.entries)?.first)
        #expect(sensitivity.tag == 0x8827 && exif.uint16(at: sensitivity.valueOffset) == 400)
        #expect(exif.directory(EXIF.Tag.gpsDirectory) != nil)
        for length in file.indices { _ = Array(file[..<length]).withUnsafeBytes(CameraPhoto.metadata) }
    }

    // MARK: Hostile files

    @Test("sizes beyond the limits are refused before anything is allocated")
    func huge() throws {
        var file = BuiltDNG(try .picture(64, 48) { _, _ in [0, 0, 0] })
        file.claimed = PixelSize(width: 100_000, height: 100_000)
        expectError(.limitExceeded, saying: "100000x100000") { _ = try ImageSource(bytes: file.bytes) }
        file.claimed = PixelSize(width: 30_000, height: 30_000)
        expectError(.limitExceeded, saying: "30000x30000") { _ = try ImageSource(bytes: file.bytes) }
        // Within the limits, but not within the file.
        file.claimed = PixelSize(width: 9000, height: 9000)
        expectError(.malformedImage, saying: "LibRaw cannot unpack") { _ = try ImageSource(bytes: file.bytes).pixels(longSide: 100) }
    }

    @Test("a photo whose values are not in the file is refused, though its preview is whole")
    func cut() throws {
        let bytes = try Self.photo(Self.size, preview: Self.small)
        let half = Array(bytes.prefix(bytes.count / 2))
        expectError(.malformedImage, saying: "it is cut short") { _ = try ImageSource(bytes: half) }
        var file = BuiltDNG(try .picture(64, 48) { _, _ in [0, 0, 0] })
        file.offset = 1_000_000
        expectError(.malformedImage, saying: "it is cut short") { _ = try ImageSource(bytes: file.bytes) }
        // The preview will do where damage is allowed.
        #expect(color(of: try ImageSource(bytes: half, options: TruncatedFileTests.options).pixels(longSide: 100)) != "blue")
    }

    @Test("cut and changed files do no harm")
    func damaged() throws {
        let bytes = try Self.photo(PixelSize(width: 64, height: 48), preview: PixelSize(width: 32, height: 24))
        for length in stride(from: 1, to: bytes.count, by: 61) {
            #expect(throws: BoundedCropError.self) { try ImageSource(bytes: Array(bytes.prefix(length))).pixels() }
        }
        var generator = SeededGenerator(seed: 5)
        for round in 0..<200 {
            var damaged = bytes
            for _ in 0..<3 { damaged[Int.random(in: 0..<700, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
            do {
                let options = round.isMultiple(of: 2) ? TruncatedFileTests.options : DecodingOptions()
                _ = try ImageSource(bytes: damaged, options: options).pixels(longSide: 10)
            } catch {
                #expect(error is BoundedCropError, "\(error)")
            }
        }
    }

    @Test("isolated decoders read the same", arguments: DecodingOptions.RawReading.allCases)
    func isolated(reading: DecodingOptions.RawReading) throws {
        var options = DecodingOptions()
        options.raw = reading
        options.limits.maximumPixels = 2_000_000
        let bytes = try Self.photo(Self.size, preview: Self.small, orientation: 8)
        let here = try ImageSource(bytes: bytes, options: options)
        options.decoders = try DecoderPool(DecoderPool.Settings(program: BuiltProgram.rogueDecoder(), limits: options.limits))
        let there = try ImageSource(bytes: bytes, options: options)
        #expect(here.header == there.header)
        for side in [800, 300, 90] { #expect(try here.pixels(longSide: side) == there.pixels(longSide: side)) }
        let cut = PictureCut(PixelRect(x: 11, y: 30, width: 333, height: 444), scaledTo: PixelSize(width: 111, height: 148))
        #expect(try here.pixels(of: [cut]) == there.pixels(of: [cut]))
    }

    // MARK: Files of others

    private static let valid = Result { try SharedFormat.all(in: "raw").filter { $0.kind == "valid" } }
    private static let others = Result { try SharedFormat.all(in: "raw").filter { $0.kind != "valid" } }

    @Test(
        "files of others are as their reference",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        // LibRaw 0.20 finds that file damaged, which has 12 kB for 10 million pixels; later ones fill it up.
        arguments: try valid.get().filter { $0.file != "raw/pub_Panasonic.rw2" }
    )
    func shared(file: SharedFormat) throws {
        let source = try ImageSource(bytes: file.bytes())
        #expect(source.size.width == file.width && source.size.height == file.height)
        if let distance = file.distance(of: try source.pixels()) { #expect(distance <= 1, "\(distance)") }
    }

    @Test("others are refused", .enabled(if: SharedFormat.areThere, "../shared/formats is missing"), arguments: try others.get())
    func hostile(file: SharedFormat) throws {
        let bytes = try file.bytes()
        #expect(throws: BoundedCropError.self) { try ImageSource(bytes: bytes).pixels(longSide: 300) }
    }
}
