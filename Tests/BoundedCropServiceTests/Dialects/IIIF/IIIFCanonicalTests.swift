import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite struct IIIFCanonicalTests {
    /// The parameters, the crop, its size, and the canonical parameters of versions 3 and 2; the picture has 600x400 pixels.
    private static let pictures: [(path: String, crop: PixelRect, size: PixelSize, three: String?, two: String?)] = [
        ("full/max/0/default.jpg", all, size(600, 400), "full/max/0/default.jpg", "full/full/0/default.jpg"),
        ("full/full/0/default.jpg", all, size(600, 400), nil, "full/full/0/default.jpg"),
        ("full/^max/0/default.jpg", all, size(600, 400), "full/max/0/default.jpg", nil),
        // A picture beyond the limit.
        ("full/max/0/default.jpg", all, size(300, 200), "full/max/0/default.jpg", "full/300,/0/default.jpg"),
        ("0,0,600,400/600,400/0/color.png", all, size(600, 400), "full/max/0/default.png", "full/full/0/default.png"),
        ("full/150,/00.50/gray.jpg", all, size(150, 100), "full/150,100/0.5/gray.jpg", "full/150,/0.5/gray.jpg"),
        ("full/,100/360/default.jpg", all, size(150, 100), "full/150,100/0/default.jpg", "full/150,/0/default.jpg"),
        ("full/150,90/!90.0/default.jpg", all, size(150, 90), "full/150,90/!90/default.jpg", "full/150,90/!90/default.jpg"),
        ("full/^900,/0/default.jpg", all, size(900, 600), "full/^900,600/0/default.jpg", nil),
        ("full/900,/0/default.jpg", all, size(900, 600), nil, "full/900,/0/default.jpg"),
        ("full/^900,20/0/default.jpg", all, size(900, 20), "full/^900,20/0/default.jpg", nil),
        (
            "pct:50,50,50,50/max/0/bitonal.jpg", part, size(300, 200), "300,200,300,200/max/0/bitonal.jpg",
            "300,200,300,200/full/0/bitonal.jpg"
        ),
        (
            "300,200,900,900/!50,50/0/default.jpg", part, size(50, 33), "300,200,300,200/50,33/0/default.jpg",
            "300,200,300,200/50,/0/default.jpg"
        ),
        (
            "square/200,/0/default.jpg", PixelRect(x: 100, y: 0, width: 400, height: 400), size(200, 200),
            "100,0,400,400/200,200/0/default.jpg",
            "100,0,400,400/200,/0/default.jpg"
        ),
    ]
    private static let all = PixelRect(x: 0, y: 0, width: 600, height: 400)
    private static let part = PixelRect(x: 300, y: 200, width: 300, height: 200)
    private static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test func `a picture has one canonical URL in each version`() throws {
        for picture in Self.pictures {
            let geometry = PictureGeometry(source: Self.all.size, crop: picture.crop, size: picture.size)
            for (version, expected) in [(IIIFVersion.three, picture.three), (.two, picture.two)] {
                guard let expected else { continue }
                let image = try IIIFImage(picture.path.split(separator: "/").map(String.init), version)
                #expect(image.canonicalParameters(geometry) == expected)
                // The canonical form of the canonical form is itself.
                let again = try IIIFImage(expected.split(separator: "/").map(String.init), version)
                #expect(again.canonicalParameters(geometry) == expected)
            }
        }
    }
}
