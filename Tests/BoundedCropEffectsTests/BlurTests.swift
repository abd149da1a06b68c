import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct BlurTests {
    /// Each pass rounds to whole levels, which may change a result by one from the reference, which is rounded once.
    @Test(arguments: [
        ("box-3-1", 2.0, 1), ("box-3-1", 3.99, 1), ("box-5-2", 4, 2), ("box-5-2", 5, 2), ("box-9-3", 8, 3), ("box-41-2", 40, 2),
        ("box-301-3", 300, 3),
    ])
    func isWithinOneLevelOfTheReference(name: String, radius: Double, iterations: Int) throws {
        let blurred = try Reference.picture("source").applying([.blur(radius: radius, iterations: iterations)])
        #expect(try blurred.largestDifference(from: Reference.picture(name)) <= 1)
        #expect(blurred.isPremultiplied)
    }

    @Test func addsAQuarterOfTheTintIgnoringItsAlpha() throws {
        let source = try Reference.picture("source")
        for alpha in [1, 0.5, 0.01] {
            let orange = Color(red: 1, green: 165.0 / 255, blue: 0, alpha: alpha)
            let blurred = try source.applying([.blur(radius: 8, iterations: 2, tint: orange)])
            #expect(try blurred.largestDifference(from: Reference.picture("box-9-2-orange")) <= 1)
            #expect(blurred.isPremultiplied)
        }
        #expect(try source.blurred(radius: 8, tint: .clear) == source.blurred(radius: 8))
        #expect(try source.blurred(radius: 8, tint: .black) == source.blurred(radius: 8))
    }

    @Test func aTintAloneLightensExactly() throws {
        let picture = PixelBuffer(size: PixelSize(width: 2, height: 1), filledWith: (10, 200, 100, 255))
        let light = try picture.blurred(radius: 0, tint: .white)
        #expect(light[0, 0] == [74, 255, 164, 255])
    }

    @Test(arguments: [0.0, 0.5, 1, 1.999]) func radiiBelowTwoChangeNothing(radius: Double) throws {
        let picture = try Pictures.noise(13, 7, opaque: false)
        #expect(try picture.blurred(radius: radius, iterations: 3) == picture)
        #expect(try picture.blurred(radius: 40, iterations: 0) == picture)
    }

    @Test(arguments: [2.0, 7, 40, 3000, 1e6, 1e300]) func aConstantPictureIsUnchanged(radius: Double) throws {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (17, 12)] {
            for level: UInt8 in [0, 1, 127, 200, 254, 255] {
                let picture = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (level / 2, level / 3, level, level))
                #expect(try picture.blurred(radius: radius, iterations: 3) == picture)
                #expect(try picture.gaussianBlurred(sigma: min(radius, 1000)) == picture)
            }
        }
    }

    /// Boxes up to 2901 are summed in integers, wider ones in doubles: around the threshold, results must look alike.
    @Test func wideBoxesContinueWhereFastOnesEnd() throws {
        let picture = try Pictures.noise(23, 31, opaque: false)
        let (fast, wide) = try (picture.blurred(radius: 2901, iterations: 1), picture.blurred(radius: 2903, iterations: 1))
        #expect(fast.largestDifference(from: wide) <= 1)
    }

    /// If the box is far wider than the picture, half of each window repeats one edge and half the other, leaving the average of the
    /// corners.
    @Test func aHugeRadiusLeavesTheCornersAverage() throws {
        let picture = try Pictures.noise(6, 5)
        let corners = [picture[0, 0], picture[5, 0], picture[0, 4], picture[5, 4]]
        let expected = (0..<4).map { channel in corners.reduce(0.0) { $0 + Double($1[channel]) } / 4 }
        let blurred = try picture.blurred(radius: 1e12, iterations: 1)
        for (value, average) in zip(blurred[3, 2], expected) { #expect(abs(Double(value) - average) <= 1) }
        #expect(try blurred == picture.blurred(radius: 1_000_001, iterations: 1))
    }

    @Test(arguments: [-1.0, -0.001, .nan, .infinity, -.infinity]) func refusesImpossibleRadii(radius: Double) throws {
        let picture = try Pictures.noise(4, 4)
        expectRefusal(.blur(radius: radius), of: picture)
        expectRefusal(.blur(radius: radius, in: [Rect(x: 0, y: 0, width: 2, height: 2)]), of: picture)
        expectRefusal(.gaussianBlur(sigma: radius), of: picture)
    }

    @Test func refusesImpossibleIterationsAndSigmas() throws {
        let picture = try Pictures.noise(4, 4)
        for iterations in [-1, 101, .min, .max] {
            expectRefusal(.blur(radius: 3, iterations: iterations), of: picture)
            expectRefusal(.blur(radius: 3, iterations: iterations, in: []), of: picture)
        }
        expectRefusal(.gaussianBlur(sigma: 1000.1), of: picture)
    }

    @Test func cacheKeysIncludeAllParameters() {
        let effects: [any ImageEffect] = [
            .blur(), .blur(radius: 41), .blur(iterations: 3), .blur(tint: .red), .blur(tint: .black), .blur(in: []),
            .blur(in: [Rect(x: 0, y: 0, width: 1, height: 11)]), .blur(in: [Rect(x: 0, y: 0, width: 11, height: 1)]),
            .gaussianBlur(sigma: 40), .gaussianBlur(sigma: 2), .tint(.red), .tint(.blue),
        ]
        #expect(Set(effects.map(\.cacheKey)).count == effects.count)
        #expect(Blur(radius: 0).cacheKey == Blur(radius: -0.0).cacheKey)
    }
}
