import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxySignatureTests {
    private static let key = "943b421c9eb07c830af81030552c86009268de4e532ba2ee2eab8247c6da0881"
    private static let salt = "520f986b998545b4785e0defbc4f3c1203f22de2374a3d53cb7a7fe9fea309c5"
    private static let path = "rs:fit:300:300/plain/http://img.example.com/pretty/image.jpg"

    private static func reading(_ keys: [String], _ salts: [String], size: Int = 32) throws -> ImgproxyReading {
        try ImgproxyReading { $0.dialects.setKeys(keys, salts, size) }
    }

    /// Of imgproxy's documentation, examples and tests.
    @Test(arguments: [
        ([key], [salt], path, "m3k5QADfcKPDj-SDI2AIogZbC3FlAXszuwhtWXYqavc"),
        (
            ["736563726574"], ["68656C6C6F"], "rs:fill:300:400:0/g:sm/aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png",
            "oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8"
        ),
        (["746573742d6b6579"], ["746573742d73616c74"], "asd", "oWaL7QoW5TsgbuiS9-5-DI8S3Ibbo1gdB2SteJh3a20"),
    ])
    func `signatures are those of imgproxy`(keys: [String], salts: [String], path: String, signature: String) throws {
        var settings = DialectSettings()
        settings.setKeys(keys, salts)
        let signer = try #require(try ImgproxySigner(settings))
        #expect(signer.signature(of: path) == signature)
        #expect(signer.signedPath(path, signature: signature) == path)
        for wrong in [signature + "=", String(signature.dropLast()), "", "A" + signature.dropFirst(), signature + "A"] {
            #expect(signer.signedPath(path, signature: wrong) == nil)
        }
        #expect(signer.signedPath(path + "x", signature: signature) == nil)
    }

    @Test func `every pair verifies, and signatures may be shorter`() throws {
        let (keys, salts) = (["746573742d6b6579", "746573742d6b657932"], ["746573742d73616c74", "746573742d73616c7432"])
        var settings = DialectSettings()
        settings.setKeys(keys, salts)
        let signer = try #require(try ImgproxySigner(settings))
        #expect(signer.signedPath("asd", signature: "jYz1UZ7j1BCdSzH3pZhaYf0iuz0vusoOTdqJsUT6WXI") == "asd")
        #expect(signer.signedPath("asd", signature: "oWaL7QoW5Ts") == nil)
        settings.setKeys(keys, salts, 8)
        let short = try #require(try ImgproxySigner(settings))
        #expect(short.signature(of: "asd") == "oWaL7QoW5Ts" && short.signedPath("asd", signature: "oWaL7QoW5Ts") == "asd")
        #expect(short.signedPath("asd", signature: "oWaL7QoW5TsgbuiS9-5-DI8S3Ibbo1gdB2SteJh3a20") == nil)
    }

    @Test func `a signed URL is answered, and others are not`() throws {
        let reading = try Self.reading([Self.key], [Self.salt])
        let signature = "m3k5QADfcKPDj-SDI2AIogZbC3FlAXszuwhtWXYqavc"
        #expect(try reading.request("\(signature)/\(Self.path)").isSigned)
        #expect(try reading.request("\(signature)/\(Self.path)?v=2").isSigned, "the query is not signed")
        let merged = Self.path.replacing("http://", with: "http:/")
        #expect(try reading.request("\(signature)/\(merged)").url.image == "http://img.example.com/pretty/image.jpg")
        for wrong in ["unsafe", "insecure", "_", "x", "m3k5QADfcKPDj-SDI2AIogZbC3FlAXszuwhtWXYqavd"] {
            let error = #expect(throws: BoundedCropError.self) { try reading.request("\(wrong)/\(Self.path)") }
            #expect(error?.code == .invalidSignature)
        }
    }

    @Test func `unsigned URLs are answered without a key, or if that is allowed`() throws {
        for signature in ["unsafe", "_", "whatever"] { #expect(try !ImgproxyReading().request("\(signature)/plain/a.jpg").isSigned) }
        let allowed: [(inout ServiceConfiguration) -> Void] = [{ $0.allowsUnsafe = true }, { $0.unsignedGrammars = [.imgproxy] }]
        for change in allowed {
            let reading = try ImgproxyReading {
                $0.dialects.setKeys([Self.key], [Self.salt])
                change(&$0)
            }
            #expect(try !reading.request("unsafe/plain/a.jpg").isSigned)
            #expect(throws: BoundedCropError.self) { try reading.request("wrong/plain/a.jpg") }
        }
    }

    @Test func `an info URL is signed as what follows its signature`() throws {
        let reading = try Self.reading([Self.key], [Self.salt])
        #expect(try reading.request("info/m3k5QADfcKPDj-SDI2AIogZbC3FlAXszuwhtWXYqavc/\(Self.path)").url.isMeta)
    }

    @Test(
        arguments: [
            ([key], []), ([], [salt]), (["xy"], [salt]), (["abc"], [salt]), (["+1"], [salt]), ([key], [""]), (["ä1"], [salt]),
            ([key, key], [salt]),
        ] as [([String], [String])]
    )
    func `keys and salts that are no pairs are refused`(keys: [String], salts: [String]) throws {
        let error = #expect(throws: BoundedCropError.self) { try Self.reading(keys, salts) }
        #expect(error?.code == .invalidSetting)
        #expect(error.map { !$0.message.contains(Self.key) && !$0.message.contains("abc") } == true)
    }

    @Test func `settings set them by name`() throws {
        var configuration = ServiceConfiguration()
        let file = """
            imgproxy-key = \(Self.key),736563726574
            imgproxy-salt = \(Self.salt),68656C6C6F
            imgproxy-signature-size = 32
            imgproxy-presets = default=q:80/sm:1,thumb=rs:fill:30:20:1
            imgproxy-watermark = mark.png
            """
        try ServiceSettings.read(file: file, into: &configuration)
        #expect(configuration.dialects.imgproxyKeys.count == 2 && configuration.dialects.imgproxySalts.last == "68656C6C6F")
        let dialect = try ImgproxyDialect(configuration)
        let path =
            "oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8/rs:fill:300:400:0/g:sm/aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png"
        let request = try dialect.read(DialectTarget(path))
        let filters = "no_upscale():quality(80):format(png):strip_exif(except_rights)"
        let expected = "300x400/smart/filters:\(filters)/http://example.com/images/curiosity.jpg"
        #expect(try request.isSigned && request.url.description == DialectRequest.canonicalText(expected))
        let shown = ServiceSettings.file(of: configuration)
        #expect(!shown.contains(Self.key) && !shown.contains("68656C6C6F") && shown.contains("imgproxy-watermark = mark.png"))
    }
}

extension DialectSettings {
    fileprivate mutating func setKeys(_ keys: [String], _ salts: [String], _ size: Int = 32) {
        (imgproxyKeys, imgproxySalts, imgproxySignatureSize) = (keys, salts, size)
    }
}
