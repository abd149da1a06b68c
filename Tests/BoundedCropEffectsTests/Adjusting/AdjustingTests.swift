import BoundedCrop
import BoundedCropEffects
import Testing

/// Properties shared by all effects that adjust levels, edges and sides.
@Suite(.timeLimit(.minutes(15))) struct AdjustingTests {
    static let texts = [
        "brightness(30)", "brightness(-30)", "contrast(50)", "contrast(-50)", "rgb(10,-20,30)", "saturation(3)", "saturation(0.2)",
        "grayscale()", "bitonal()", "colorize(30,60,90,orange)", "curve([(0,255),(255,0)])", "equalize()", "noise(60,9)", "sharpen(3,2)",
        "sharpen(3,2,true)", "convolution(-1;-1;-1;-1;9;-1;-1;-1;-1,3)", "rotate(90)", "rotate(180)", "rotate(270)", "flip(horizontal)",
        "flip(vertical)",
    ]

    @Test(arguments: texts)
    func `colors stay within alpha, and alpha is unchanged`(text: String) throws {
        let picture = try Pictures.noise(33, 21, opaque: false)
        let changed = try picture.applying(EffectExpression.effects(text))
        #expect(changed.isPremultiplied)
        #expect(changed.size.area == picture.size.area)
        guard !text.hasPrefix("rotate"), !text.hasPrefix("flip") else { return }
        for pixel in 0..<picture.size.area { #expect(changed.bytes[pixel * 4 + 3] == picture.bytes[pixel * 4 + 3]) }
        #expect(changed != picture)
    }

    @Test(arguments: [
        "brightness(40)", "contrast(30)", "rgb(10,-20,30)", "saturation(2)", "grayscale()", "colorize(30,60,90,orange)",
        "curve([(0,40),(255,200)])", "sharpen(1,1)",
    ])
    func `a translucent picture changes like the opaque one after fading`(text: String) throws {
        let opaque = try Pictures.noise(32, 16)
        let effects = try EffectExpression.effects(text)
        let fadedFirst = try opaque.withAlpha(0.8).applying(effects)
        let fadedLast = try opaque.applying(effects).withAlpha(0.8)
        // Fading rounds colors before they are changed, which contrast amplifies.
        #expect(fadedFirst.largestDifference(from: fadedLast) <= 3)
    }

    @Test(arguments: [
        "brightness(0)", "contrast(0)", "rgb(0,0,0)", "saturation(1)", "colorize(0,0,0,red)", "curve([])", "curve([(0,0),(255,255)])",
        "noise(0)", "sharpen(0,2)", "sharpen(2,0)", "convolution(1,1)", "rotate(0)", "rotate(360)", "rotate(-720)",
    ])
    func `neutral parameters change nothing`(text: String) throws {
        let picture = try Pictures.noise(20, 10)
        #expect(try picture.applying(EffectExpression.effects(text)) == picture)
    }

    @Test func `cache keys include every parameter`() throws {
        let more =
            texts + [
                "noise(60,8)", "noise(61,9)", "sharpen(3,1)", "sharpen(2,2)", "curve([],[(0,255),(255,0)])",
                "curve([],[],[(0,255),(255,0)])",
                "colorize(30,60,90,red)", "convolution(-1;-1;-1;-1;9;-1;-1;-1;-1,3,false)", "convolution(-1;-1;-1;-1;9;-1;-1;-1;-1,9)",
            ]
        let keys = try more.flatMap { try EffectExpression.effects($0) }.map(\.cacheKey)
        #expect(Set(keys).count == more.count)
        #expect(Rotate(degrees: -90).cacheKey == Rotate(degrees: 270).cacheKey)
    }

    private var texts: [String] { Self.texts }

    @Test func `a quarter turn is counterclockwise`() throws {
        let picture = try Pictures.noise(5, 3)
        let turned = try picture.applying([.rotate(degrees: 90)])
        #expect(turned.size == PixelSize(width: 3, height: 5))
        for y in 0..<3 { for x in 0..<5 { #expect(turned[y, 4 - x] == picture[x, y]) } }
        #expect(try turned.applying([.rotate(degrees: -90)]) == picture)
        #expect(try picture.applying([.rotate(degrees: 180)]) == turned.applying([.rotate(degrees: 90)]))
        #expect(try picture.applying([.rotate(degrees: 450)]) == turned)
    }

    @Test func `mirroring swaps sides`() throws {
        let picture = try Pictures.noise(5, 3)
        for y in 0..<3 {
            for x in 0..<5 {
                #expect(try picture.flipped(.horizontal)[4 - x, y] == picture[x, y])
                #expect(try picture.flipped(.vertical)[x, 2 - y] == picture[x, y])
            }
        }
    }

    @Test func `noise is the same for the same seed, and for all channels of a pixel`() throws {
        let flat = PixelBuffer(size: PixelSize(width: 100, height: 100), filledWith: (100, 120, 140, 255))
        let noisy = try flat.applying([.noise(amount: 40, seed: 3)])
        #expect(try flat.applying([.noise(amount: 40, seed: 3)]) == noisy)
        #expect(try flat.applying([.noise(amount: 40, seed: 4)]) != noisy)
        var added: Set<Int> = []
        for pixel in stride(from: 0, to: noisy.bytes.count, by: 4) {
            let difference = Int(noisy.bytes[pixel]) - 100
            #expect(Int(noisy.bytes[pixel + 1]) - 120 == difference && Int(noisy.bytes[pixel + 2]) - 140 == difference)
            added.insert(difference)
        }
        #expect(added == Set(-20..<20))
    }

    @Test func `equalized levels are about equally frequent`() throws {
        var bytes: [UInt8] = []
        for level in 0..<1000 { bytes += [UInt8(100 + level * 20 / 1000), UInt8(level & 1), 7, 255] }
        let picture = try PixelBuffer(size: PixelSize(width: 1000, height: 1), bytes: bytes)
        let equalised = try picture.applying([.equalize])
        #expect(equalised[0, 0] == [0, 0, 7, 255])
        #expect(equalised[999, 0] == [255, 255, 7, 255])
        #expect(equalised[500, 0][0] == 134)
        let clear = PixelBuffer(size: PixelSize(width: 3, height: 3))
        #expect(try clear.applying([.equalize]) == clear)
    }

    @Test func `sharpening brightness alone keeps color differences`() throws {
        let edge = try PixelBuffer(
            size: PixelSize(width: 40, height: 1),
            bytes: (0..<40).flatMap { (x: Int) -> [UInt8] in x < 20 ? [100, 110, 120, 255] : [150, 140, 130, 255] }
        )
        let sharper = try edge.applying([.sharpen(amount: 1, radius: 1, luminanceOnly: true)])
        for x in 0..<40 {
            let added = zip(sharper[x, 0], edge[x, 0]).prefix(3).map { Int($0) - Int($1) }
            #expect((added.max() ?? 0) - (added.min() ?? 0) <= 1)
        }
        #expect(sharper[19, 0][0] < 100 && sharper[20, 0][0] > 150)
    }

    @Test(arguments: [
        "saturation(-0.1)", "saturation(101)", "colorize(0,0,-1,red)", "noise(-1)",
        "sharpen(-1,1)", "sharpen(1,151)", "convolution(1;1,2)", "convolution(1;1;1;1;1;1;1;1;1;1;1,11)",
        "convolution(1;2;3,0)",
        "convolution(1;2;3,-3)", "convolution(10001,1)", "rotate(1)", "curve([(0,0),(0,9)])", "curve([(-1,0)])",
    ])
    func `parameters out of range are refused, and the picture is unchanged`(text: String) throws {
        let effect = try #require(EffectExpression.effects(text).first)
        expectRefusal(effect, of: try Pictures.noise(9, 9))
    }

    @Test(arguments: [
        "brightness()", "brightness(x)", "brightness(nan)", "rgb(1,2)", "curve(1)", "curve([(1,2,3)])", "curve([(a,b)])", "noise(1,-2)",
        "noise(1.5)",
        "sharpen(1)", "sharpen(1,1,perhaps)", "convolution(1;;1,3)", "convolution(a,1)", "rotate(quarter)", "flip(both)", "grayscale(1)",
        "colorize(1,2,3,nocolour)", "saturation(inf)",
    ])
    func `malformed text is refused`(text: String) {
        let error = #expect(throws: BoundedCropError.self) { try EffectExpression.effects(text) }
        #expect(error?.code == .invalidArgument)
    }
}
