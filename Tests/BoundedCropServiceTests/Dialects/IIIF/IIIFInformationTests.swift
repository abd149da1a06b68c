import BoundedCrop
import Foundation
import Testing

@testable import BoundedCropService

@Suite struct IIIFInformationTests {
    private func document(_ size: PixelSize, _ version: IIIFVersion, maximumPixels: Int = 50_000_000) throws -> [String: Any] {
        let presenter = IIIFInformationPresenter("http://h/iiif/a", version, maximumPixels: maximumPixels, accept: nil)
        var answer = Answer(type: "", bytes: [])
        try presenter.present(&answer, of: PictureGeometry(source: size, crop: PixelRect(all: size), size: size))
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body.bytes)) as? [String: Any])
    }

    @Test func `version 3 is described`() throws {
        let document = try document(PixelSize(width: 6000, height: 4000), .three)
        #expect(document["@context"] as? String == "http://iiif.io/api/image/3/context.json")
        #expect(document["id"] as? String == "http://h/iiif/a")
        #expect(document["type"] as? String == "ImageService3")
        #expect(document["protocol"] as? String == "http://iiif.io/api/image")
        #expect(document["profile"] as? String == "level2")
        #expect(document["width"] as? Int == 6000 && document["height"] as? Int == 4000)
        #expect(document["maxArea"] == nil)
        let sizes = [[375, 250], [750, 500], [1500, 1000], [3000, 2000], [6000, 4000]].map { ["width": $0[0], "height": $0[1]] }
        #expect(document["sizes"] as? [[String: Int]] == sizes)
        let tiles = try #require(document["tiles"] as? [[String: Any]])
        #expect(tiles.count == 1 && tiles[0]["width"] as? Int == 512 && tiles[0]["scaleFactors"] as? [Int] == [1, 2, 4, 8, 16])
        #expect(document["extraQualities"] as? [String] == ["color", "gray", "bitonal"])
        #expect((document["extraFormats"] as? [String])?.contains("webp") == true)
        let features = ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling"]
        #expect(document["extraFeatures"] as? [String] == features)
    }

    @Test func `version 2 is described`() throws {
        let document = try document(PixelSize(width: 600, height: 400), .two, maximumPixels: 100_000)
        #expect(document["@context"] as? String == "http://iiif.io/api/image/2/context.json")
        #expect(document["@id"] as? String == "http://h/iiif/a" && document["@type"] as? String == "iiif:Image")
        let profile = try #require(document["profile"] as? [Any])
        #expect(profile.count == 2 && profile[0] as? String == "http://iiif.io/api/image/2/level2.json")
        let extras = try #require(profile[1] as? [String: Any])
        #expect(extras["maxArea"] as? Int == 100_000)
        #expect((extras["supports"] as? [String])?.contains("sizeAboveFull") == true)
        #expect(extras["qualities"] == nil)
    }

    @Test(arguments: [
        (PixelSize(width: 1, height: 1), [1], [PixelSize(width: 1, height: 1)]),
        (PixelSize(width: 512, height: 512), [1], [PixelSize(width: 512, height: 512)]),
        (PixelSize(width: 513, height: 10), [1, 2], [PixelSize(width: 257, height: 5), PixelSize(width: 513, height: 10)]),
        (
            PixelSize(width: 2, height: 1025), [1, 2, 4],
            [PixelSize(width: 1, height: 512), PixelSize(width: 1, height: 512), PixelSize(width: 2, height: 1025)]
        ),
    ])
    func `each size is half of the next one`(size: PixelSize, factors: [Int], sizes: [PixelSize]) {
        let pyramid = IIIFPyramid(size, maximumPixels: 50_000_000)
        #expect(pyramid.scaleFactors == factors)
        #expect(pyramid.sizes == sizes)
    }

    @Test func `sizes and tiles are within the limit`() throws {
        let size = PixelSize(width: 20_000, height: 10_000)
        for limit in [1, 2, 100, 262_143, 262_144, 50_000_000, 200_000_000] {
            let pyramid = IIIFPyramid(size, maximumPixels: limit)
            #expect(pyramid.sizes.allSatisfy { $0.area <= limit })
            #expect(pyramid.tile * pyramid.tile <= limit)
            #expect(pyramid.maximumPixels == (limit < 200_000_000 ? limit : nil))
            #expect(pyramid.scaleFactors.count < 20)
        }
    }

    @Test(arguments: [
        (nil, true, false), ("", true, false), ("*/*", true, false), ("application/ld+json", true, true),
        ("application/json", false, false),
        ("application/json, application/ld+json", true, true), ("application/ld+json;q=0.5, application/json", false, false),
        ("application/ld+json;q=0", false, false), ("text/html,*/*;q=0.8", true, false), ("text/html", false, false),
        ("application/*;q=0.5, application/json;q=0.4", true, false), ("Application/LD+JSON ; profile=\"x\" ; Q=0.3", true, true),
        ("application/ld+json;q=nan", false, false), (",;,", false, false),
    ])
    func `the media type is negotiated`(accept: String?, three: Bool, two: Bool) {
        #expect(IIIFMediaType.isLinkedData(accept, .three) == three)
        #expect(IIIFMediaType.isLinkedData(accept, .two) == two)
    }
}
