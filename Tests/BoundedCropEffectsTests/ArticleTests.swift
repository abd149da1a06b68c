import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCropEffects`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    /// Reads fixtures in place of the files that the articles name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func ImageSource(contentsOfFile path: String) throws -> BoundedCrop.ImageSource {
        try Fixture.source("photos/obama.jpg")
    }

    private func picture() throws -> PixelBuffer { try Fixture.source("photos/obama.jpg").pixels(longSide: 200) }

    @Test func theLandingPageMakesAnAvatar() async throws {
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let avatar = try photo.applying([.crop(to: CropRequest(width: 200, height: 200)), .circle])
        let png = try await avatar.encoded(as: .png())

        #expect(try BoundedCrop.ImageSource(bytes: png).size == PixelSize(width: 200, height: 200))
        #expect(avatar.bytes[3] == 0, "the corner is clear")
    }

    @Test func effectsAreApplied() async throws {
        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let picture = try picture()

        let effects: [any ImageEffect] = [
            .scaleToFit(PixelSize(width: 300, height: 300)),
            .cornerRadius(12),
            .shadow(offset: Point(x: 0, y: 4), blur: 8),
        ]
        let card = try photo.applying(effects)

        let rounded = try picture.applying([.cornerRadius(12)])
        let redacted = try picture.applying([.redact(.pixelate)])

        var pipeline = EffectsPipeline()
        pipeline.size = PixelSize(width: 300, height: 200)
        pipeline.contentMode = .aspectFill
        pipeline.cornerRadius = 12
        pipeline.shadowOffset = Point(x: 0, y: 4)
        pipeline.shadowBlur = 8
        let finished = try pipeline.apply(to: picture)

        let cache = EffectCache(countLimit: 200)
        let blurred = try picture.applying([.blur(radius: 20)], cache: cache, named: "photo.jpg")

        let result = try await WorkerPool.shared.run { _ in
            try photo.applying([.downsampled(longSide: 640), .gaussianBlur(sigma: 4)])
        }

        let sheet = try ContactSheet.picture(of: [rounded, redacted, blurred], cell: PixelSize(width: 160, height: 160), columns: 3)

        // The shadow adds room.
        #expect(card.height > 300 && finished.height > 200)
        #expect(redacted != picture && redacted.size == picture.size && cache.count == 1)
        #expect(result.size.longSide <= 640 && sheet.width > 3 * 160)
    }

    @Test func whatIsHiddenIsCounted() throws {
        let picture = try picture()
        let logo = PixelBuffer(size: PixelSize(width: 8, height: 8), filledWith: (255, 0, 0, 255))
        let printed = Record<String>()
        func print(_ count: Int, _ text: String) { printed.append("\(count) \(text)") }

        let count = RedactionCount()
        let stamped: [any ImageEffect] = [
            .redact(.pixelate),
            .flip(.horizontal),
            .cornerRadii(topLeft: 12, topRight: 12),
            .overlay(logo, x: .fromEnd(4), y: .fromEnd(4), alpha: 0.5),
        ]
        let published = try picture.applying(stamped.counting(in: count))
        print(count.covered ?? 0, "faces hidden")

        #expect(printed.count == 1 && (count.covered ?? 0) > 0 && published.size == picture.size && published.bytes[3] == 0)
    }

    @Test func effectsAreWrittenAsText() throws {
        let picture = try picture()
        let printed = Record<String>()
        func print(_ text: String) { printed.append(text) }

        let effects = try EffectExpression.effects("circle() shadow(navy,0,6,10)")
        let avatar = try picture.applying(effects)

        let text = effects.map(\.cacheKey).joined(separator: " ")
        let again = try EffectExpression.effects(text)

        let masked = try EffectExpression.effects("mask(star.png) corner-radius(8)") { name in
            guard name == "star.png" else { throw BoundedCropError(.invalidArgument, "there is no mask “\(name)”") }
            return try ImageSource(contentsOfFile: "masks/star.png").pixels()
        }

        do {
            _ = try EffectExpression.effects("corner-radius(12) sparkle(3)")
        } catch let error as BoundedCropError {
            print(error.message)
        }

        var size = picture.size
        for effect in effects {
            let footprint = effect.footprint(on: size)
            guard footprint.workingBytes < 200_000_000 else { throw BoundedCropError(.limitExceeded, "the picture would be too large") }
            size = footprint.resultSize
        }

        #expect(again.map(\.cacheKey) == effects.map(\.cacheKey) && masked.count == 2)
        #expect(avatar.width <= size.width && avatar.height <= size.height)
        #expect(printed.count == 1 && printed.all[0].contains("sparkle(3)"))
    }

    @Test func aClosureIsAnEffect() throws {
        let picture = try picture()

        let smaller: any ImageEffect = .custom("half") { picture in
            try picture.resized(to: PixelSize(width: max(1, picture.width / 2), height: max(1, picture.height / 2)))
        }
        let badge = try picture.applying([smaller, .circle])

        #expect(badge.width <= picture.width / 2)
    }

    @Test func aTypeIsAnEffect() throws {
        struct Frame: ImageEffect {
            var width: Double
            var color = Color.white
            var cacheKey: String { "frame(\(width),\(color))" }

            func apply(to image: inout PixelBuffer) throws {
                guard width >= 0 else { throw BoundedCropError(.invalidArgument, "a frame cannot be \(width) pixels wide") }
                let inside = Rect(x: width, y: width, width: Double(image.width) - 2 * width, height: Double(image.height) - 2 * width)
                let size = image.size
                image = try image.applying([.crop(to: inside), .fill(to: size, with: .color(color))])
            }

            func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 2) }

            func scaled(by scale: Double) -> any ImageEffect { Frame(width: width * scale, color: color) }
        }

        struct Halving: ImageEffect {
            var cacheKey: String { "halving" }

            func applied(to picture: any Picture) throws -> PixelBuffer {
                try picture.pixels(longSide: max(1, picture.size.longSide / 2))
            }

            func apply(to image: inout PixelBuffer) throws { image = try applied(to: image) }
        }

        let photo = try ImageSource(contentsOfFile: "photo.jpg")
        let framed = try photo.applying([Halving(), Frame(width: 3)])
        #expect(framed.size.longSide == photo.size.longSide / 2)
        #expect(framed.bytes.prefix(12).allSatisfy { $0 == 255 })
        #expect(try photo.applying([Frame(width: 3)], scale: 2) == photo.applying([Frame(width: 6)]))
        #expect(throws: BoundedCropError.self) { try photo.applying([Frame(width: -1)]) }
    }

    @Test func everyExampleIsTested() throws {
        #expect(try Articles.examples(in: "BoundedCropEffects").count > 12)
        let untested = try Articles.untested(in: "BoundedCropEffects", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
