import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyEmptyArgumentTests {
    private func read(_ options: String) throws -> ImageURL {
        let reader = try URLReader(ServiceConfiguration(), of: [GrammarMount(root: .imgproxy)])
        return try reader.read("/unsafe/rs:fill:80:60/\(options)/plain/a.jpg").request.url
    }

    @Test(arguments: [
        ("g:no::5", "g:no:0:5"), ("g:no:", "g:no"), ("g:no:5:", "g:no:5:0"), ("c:50:50:ce::10", "c:50:50:ce:0:10"),
        ("ex:1:no::5", "ex:1:no:0:5"),
    ])
    func `an empty offset is 0`(empty: String, whole: String) throws {
        #expect(try read(empty) == read(whole))
    }

    /// As imgproxy's parser reads them: an argument that is missing or empty leaves the default.
    @Test(arguments: [
        ("c:50:50:", "c:50:50"), ("ex:1:", "ex:1"), ("ex:1::", "ex:1"), ("z:2:", "z:2"), ("rs:fill:30:20::", "rs:fill:30:20"),
        ("rs:fill:30:20:1:1:", "rs:fill:30:20:1:1"), ("s:30::1", "s:30:0:1"), ("fl::1", "fl:0:1"), ("t:10::", "t:10"),
        ("pd:5::7", "pd:5:5:7:5"), ("bg:", "w:0"), ("col:0.5::", "col:0.5"), ("a:10::", "br:10"), ("car:1.5:", "car:1.5"),
    ])
    func `an empty argument is the default`(empty: String, whole: String) throws {
        let reading = try ImgproxyReading()
        #expect(try reading.text("\(empty)/plain/a.jpg") == reading.text("\(whole)/plain/a.jpg"))
    }

    @Test(arguments: ["wm:0.5:ce:0:0:0.2:", "wm:0.5:ce:0:0:0.2:0:0", "wm:0.5::::0.2"])
    func `a watermark has up to seven arguments`(option: String) throws {
        let reading = try ImgproxyReading { $0.dialects.imgproxyWatermark = "mark.png" }
        #expect(try reading.text("\(option)/plain/a.jpg") == "filters:watermark(mark.png,center,center,50,20,20)/a.jpg")
    }

    @Test func `preserve_hdr is an option that is not available`() throws {
        #expect(try ImgproxyReading().request("unsafe/ph:1/plain/a.jpg").ignored == ["ph"])
        #expect(try ImgproxyReading().request("unsafe/preserve_hdr:0/plain/a.jpg").ignored == [])
    }

    /// `http://a.com/b.jpg` in base64.
    private static let encoded = "aHR0cDovL2EuY29tL2IuanBn"

    @Test(arguments: [
        "\(encoded)", "\(encoded)=", "\(encoded)==", "\(encoded)====", "\(encoded)/photo.jpg", "\(encoded)./photo.jpg",
        "aHR0cDov/L2EuY29tL2IuanBn=/my-photo.webp",
    ])
    func `base64 may have any padding, and a file's name behind it`(source: String) throws {
        #expect(try ImgproxyReading().text(source) == "http://a.com/b.jpg")
        #expect(try ImgproxyReading().text("w:9/\(source)") == "fit-in/9x0/filters:nearest()/http://a.com/b.jpg")
    }

    @Test func `the extension of the picture, not of the name, is the format`() throws {
        #expect(try ImgproxyReading().text("\(Self.encoded).png/photo.jpg") == "filters:format(png)/http://a.com/b.jpg")
    }

    @Test(arguments: [
        "rs%3Afill%3A50%3A50%3A1/plain/http%3A//a.com/b.jpg", "rs%3afill%3a50%3a50%3a1/plain/http://a.com/b.jpg",
        "rs%3Afill%3A50%3A50%3A1/\(encoded)", "rs:fill:50:50:1/plain/http%3A//a.com/b.jpg",
    ])
    func `colons may be escaped`(path: String) throws {
        #expect(try ImgproxyReading().text(path) == "50x50/http://a.com/b.jpg")
    }

    @Test func `colons that a proxy escaped do not change what was signed`() throws {
        let reading = try ImgproxyReading {
            $0.dialects.imgproxyKeys = ["736563726574"]
            $0.dialects.imgproxySalts = ["68656C6C6F"]
        }
        var settings = DialectSettings()
        (settings.imgproxyKeys, settings.imgproxySalts) = (["736563726574"], ["68656C6C6F"])
        let signer = try #require(try ImgproxySigner(settings))
        for signed in ["rs:fill:50:50:1/plain/http://a.com/b.jpg", "rs:fill:50:50:1/plain/http%3A%2F%2Fa.com%2Fb.jpg"] {
            let signature = signer.signature(of: signed)
            let escaped = signed.replacing(":", with: "%3A")
            let optionsOnly = signed.replacing("rs:fill:50:50:1", with: "rs%3Afill%3A50%3A50%3A1")
            for received in [signed, escaped, optionsOnly, escaped.replacing("//", with: "/")] {
                let request = try reading.request("\(signature)/\(received)")
                #expect(request.isSigned && request.url.description == "50x50/http://a.com/b.jpg", "\(received)")
            }
            expectError(.invalidSignature) { _ = try reading.request("\(signature)/\(escaped.replacing("50", with: "51"))") }
        }
        // A client may also have signed the escapes.
        let escaped = "rs%3Afill%3A50%3A50%3A1/plain/a.jpg"
        #expect(try reading.request("\(signer.signature(of: escaped))/\(escaped)").url.description == "50x50/a.jpg")
    }
}
