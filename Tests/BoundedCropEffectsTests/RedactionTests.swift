import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct RedactionTests {
    static let styles: [RedactionStyle] = [
        .blur, .pixelate, .fill(.black), .fill(.clear), .fill(Color(red: 1, green: 0, blue: 0, alpha: 0.5)),
    ]
    static let faces = [
        Rect(x: 30, y: 20, width: 22, height: 28), Rect(x: 90.4, y: 60.7, width: 3.2, height: 4), Rect(x: -5, y: 70, width: 20, height: 26),
        Rect(x: 40, y: 30, width: 30, height: 20), Rect(x: 118.5, y: 94.5, width: 40, height: 40),
    ]

    /// Whether any part of a pixel lies inside the expanded outline, determined by sampling and without the library's own geometry.
    private func touches(_ x: Int, _ y: Int, _ face: Rect, _ margin: Double, _ shape: RedactionShape) -> Bool {
        let (halfWidth, halfHeight) = (face.width * (0.5 + margin), face.height * (0.5 + margin))
        for row in 0...8 {
            for column in 0...8 {
                let across = (Double(x) + Double(column) / 8 - face.midX) / halfWidth
                let down = (Double(y) + Double(row) / 8 - face.midY) / halfHeight
                if shape == .oval ? across * across + down * down < 0.999999 : max(abs(across), abs(down)) < 0.999999 { return true }
            }
        }
        return false
    }

    @Test(arguments: styles, RedactionShape.allCases)
    func coversAllPixelsInsideAndNoneOutside(style: RedactionStyle, shape: RedactionShape) throws {
        let picture = try Pictures.noise(120, 96)
        for margin in [0, 0.3, 1] {
            for face in Self.faces {
                let redacted = try picture.redacted(style, features: [Feature(face)], margin: margin, shape: shape)
                for y in 0..<96 {
                    for x in 0..<120 {
                        let isSame = redacted[x, y] == picture[x, y]
                        if touches(x, y, face, margin, shape) { #expect(!isSame, "\(x),\(y) of \(face) shows") }
                        // One more row or column may be hidden where the outline passes between samples.
                        let grown = Rect(x: face.x - 0.5, y: face.y - 0.5, width: face.width + 1, height: face.height + 1)
                        if !touches(x, y, grown, margin, shape) { #expect(isSame, "\(x),\(y) of \(face) is hidden") }
                    }
                }
                #expect(redacted.isPremultiplied)
            }
        }
    }

    @Test(arguments: [0, 0.1, 0.3]) func `all of a given region is hidden, whatever the margin and the shape`(margin: Double) throws {
        let picture = try Pictures.noise(40, 40)
        let region = Feature(Rect(x: 10, y: 12, width: 20, height: 8), kind: .region)
        let given = try picture.redacted(.fill(.black), features: [region], margin: margin)
        let hidden = RedactionCorrection(hide: [.init(region.rectangle)]).correcting(FixedFeatureDetector([Feature]()))
        let rectangle = try picture.redacted(.fill(.black), features: [region], margin: margin, shape: .rectangle)
        #expect(try given == rectangle && picture.redacted(.fill(.black), detector: hidden, margin: margin) == rectangle)
        for y in 12..<20 { for x in 10..<30 { #expect(given[x, y] == [0, 0, 0, 255]) } }
    }

    @Test func hidesAllFeatures() throws {
        let picture = try Pictures.noise(120, 96)
        let redacted = try picture.redacted(.pixelate, features: Self.faces.map { Feature($0) })
        for face in Self.faces {
            for y in 0..<96 {
                for x in 0..<120 where touches(x, y, face, 0.3, .oval) { #expect(redacted[x, y] != picture[x, y]) }
            }
        }
    }

    @Test func aFillDoesNotDependOnTheCoveredPixels() throws {
        let face = Feature(Rect(x: 10, y: 10, width: 10, height: 10))
        let color = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
        let redacted = try Pictures.noise(30, 30).redacted(.fill(color), features: [face], margin: 0, shape: .rectangle)
        for y in 10..<20 {
            for x in 10..<20 { #expect(redacted[x, y] == [128, 64, 0, 128]) }
        }
    }

    /// A mosaic of a face shows at most five by five averages.
    @Test(arguments: [(10.0, 8), (40, 8), (100, 20), (101, 21)]) func blocksGrowWithTheFeature(side: Double, block: Int) throws {
        let picture = try Pictures.noise(240, 240)
        let face = Feature(Rect(x: 60, y: 60, width: side, height: side))
        let redacted = try picture.redacted(.pixelate, features: [face], margin: 0, shape: .rectangle)
        let last = 59 + Int(side)
        for y in stride(from: 60, through: last, by: block) {
            for x in stride(from: 60, through: last, by: block) {
                let corner = redacted[x, y]
                #expect(redacted[min(x + block - 1, last), min(y + block - 1, last)] == corner)
                var sums = [0, 0, 0, 0]
                for row in y..<y + block {
                    for column in x..<x + block { sums = zip(sums, picture[column, row]).map { $0 + Int($1) } }
                }
                #expect(corner == sums.map { UInt8((Double($0) / Double(block * block)).rounded()) })
            }
        }
    }

    /// Only averages enter the blur: pictures that differ within blocks, but have the same averages, look the same.
    @Test(arguments: [RedactionStyle.blur, .pixelate]) func revealsNothingBeyondTheAverages(style: RedactionStyle) throws {
        var bytes = try Pictures.noise(40, 40).bytes
        let first = try PixelBuffer(size: PixelSize(width: 40, height: 40), bytes: bytes)
        // Pixels are exchanged within blocks of 8.
        for y in 0..<40 {
            for x in stride(from: 0, to: 40, by: 8) {
                let start = (y * 40 + x) * 4
                let row = Array(bytes[start..<start + 32])
                bytes.replaceSubrange(start..<start + 32, with: row[16...] + row[..<16])
            }
        }
        let second = try PixelBuffer(size: first.size, bytes: bytes)
        let face = Feature(Rect(x: 0, y: 0, width: 40, height: 40))
        let redacted = try first.redacted(style, features: [face], margin: 0, shape: .rectangle)
        #expect(first != second)
        #expect(try redacted == second.redacted(style, features: [face], margin: 0, shape: .rectangle))
    }

    @Test func featuresOutsideThePictureAreIgnored() throws {
        let picture = try Pictures.noise(20, 20)
        let far = [Rect(x: 100, y: 0, width: 10, height: 10), Rect(x: -30, y: 5, width: 10, height: 10)]
        #expect(try picture.redacted(.pixelate, features: far.map { Feature($0) }) == picture)
        #expect(try picture.redacted(.pixelate, features: []) == picture)
    }

    @Test(arguments: [
        Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: .infinity, height: 1), Rect(x: 0, y: 0, width: 0, height: 5),
        Rect(x: 0, y: 0, width: 5, height: -5), Rect(x: 0, y: 1e300, width: 1, height: 1),
    ])
    func refusesInvalidRectangles(place: Rect) throws {
        let picture = try Pictures.noise(20, 20)
        let sure = Feature(Rect(x: 2, y: 2, width: 5, height: 5))
        for style in Self.styles {
            expectRefusal(.redact(style, features: [sure, Feature(place)]), of: picture)
            let detector = ClosureFeatureDetector(name: "odd") { _, _ in [sure, Feature(place)] }
            expectRefusal(.redact(style, detector: detector), .detectionFailed, of: picture)
        }
    }

    @Test(arguments: [-0.1, 100.1, .nan, .infinity]) func refusesInvalidMargins(margin: Double) throws {
        let feature = Feature(Rect(x: 2, y: 2, width: 5, height: 5))
        expectRefusal(.redact(.blur, features: [feature], margin: margin), of: try Pictures.noise(20, 20))
        expectRefusal(.redact(.blur, detector: FixedFeatureDetector([feature]), margin: margin), of: try Pictures.noise(20, 20))
    }

    @Test func handlesTheSmallestAndLargestSizes() throws {
        let dot = try Pictures.noise(1, 1)
        for style in Self.styles {
            for shape in RedactionShape.allCases {
                let huge = RedactFeatures(style, rectangles: [Rect(x: -5e8, y: -5e8, width: 1e9, height: 1e9)], margin: 100, shape: shape)
                for picture in [dot, try Pictures.noise(9, 1), try Pictures.noise(7, 30)] {
                    let redacted = try picture.applying([huge])
                    #expect(redacted.size == picture.size)
                    if picture != dot { #expect(zip(redacted.bytes, picture.bytes).contains { $0 != $1 }) }
                }
                #expect(try dot.redacted(style, features: [Feature(Rect(x: 0, y: 0, width: 1, height: 1))], shape: shape).size == dot.size)
            }
        }
    }
}
