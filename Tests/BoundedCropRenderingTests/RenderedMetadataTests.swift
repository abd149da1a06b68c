import BoundedCrop
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

/// What of a photo's metadata is in answers.
@Suite(.timeLimit(.minutes(15))) struct RenderedMetadataTests {
    private static let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmp:CreatorTool="A Tool">
        <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Rights of Ann</rdf:li></rdf:Alt></dc:rights>
        <ext:PersonInImage><rdf:Bag><rdf:li>Tom Hidden</rdf:li></rdf:Bag></ext:PersonInImage></rdf:Description></rdf:RDF></x:xmpmeta>
        """

    private static let (rights, tool, person) = ("Rights of Ann", "A Tool", "Tom Hidden")

    /// What is found in the answer to a request.
    private func found(_ text: String, _ settings: RenderSettings) throws -> [String] {
        let request = try RenderRequest(text + "a.jpg")
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Feature(Rect(x: 9, y: 9, width: 20, height: 20))]), settings: settings)
        let source = try ImageSource(bytes: TaggedPicture.jpeg(xmp: Self.xmp))
        let bytes = try renderer.render(source, request).bytes
        return [Self.rights, Self.tool, Self.person].filter { bytes.contains(text: $0) }
    }

    @Test(arguments: [
        ("", [rights]), ("90x60/", [rights]), ("filters:strip_exif()/", []), ("filters:strip_exif(except_rights)/", [rights]),
        ("filters:redact(black)/", [rights]),
    ])
    func `answers have the rights, unless they are removed`(text: String, expected: [String]) throws {
        #expect(try found(text, RenderSettings()) == expected)
        var settings = RenderSettings()
        settings.stripsAll = true
        #expect(try found(text, settings) == [])
    }

    @Test(arguments: [
        ("", [rights, tool, person]), ("filters:strip_exif()/", []), ("filters:strip_exif(except_rights)/", [rights]),
        ("filters:redact(black)/", [rights, tool]), ("filters:redact(black)/then:/90x60/", [rights, tool]),
        ("filters:blur(3)/", [rights, tool, person]),
    ])
    func `a kept answer does not name who is hidden`(text: String, expected: [String]) throws {
        var settings = RenderSettings()
        settings.keepsMetadata = true
        #expect(try found(text, settings) == expected)
    }

    @Test func `another selection has another key`() throws {
        let keys = try [(false, false, false), (true, false, false), (true, true, false), (false, false, true)].map { kept, place, strips in
            var settings = RenderSettings()
            (settings.keepsMetadata, settings.keepsPlace, settings.stripsAll) = (kept, place, strips)
            let request = try RenderRequest("90x60/a.jpg")
            let renderer = ImageRenderer(detector: FixedFeatureDetector([]), settings: settings)
            return try renderer.cacheKey(request, content: "c", pictures: [:], format: nil)
        }
        #expect(Set(keys).count == keys.count)
    }
}
