import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxySettingTests {
    /// The bytes 0 to 31.
    private static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    private func reading(_ settings: [String: String]) throws -> ImgproxyReading {
        var configuration = ServiceConfiguration()
        for (name, value) in settings { try ServiceSettings.set(name, value, in: &configuration) }
        return try ImgproxyReading { $0 = configuration }
    }

    // The texts were encrypted by another library, with the bytes 16 to 31 as their initialization vector.
    @Test(arguments: [
        (
            "enc/EBESExQVFhcYGRobHB0eHyjGOcJSy17W5fFvubDkxgrm5OODrBZhNmN77ERsice_fMz4i6RFsa_kq44ocd5HNw",
            "http://example.com/images/curiosity.jpg"
        ),
        ("enc/EBESExQVFhcYGRobHB0eH3TCORsJeOEpqedTKSbNYB1/Fw0aqMMZMOenjiiYspdoD.png", "filters:format(png)/a/b.jpg"),
        ("q:80/enc/EBESExQVFhcYGRobHB0eH3TCORsJeOEpqedTKSbNYB1Fw0aqMMZMOenjiiYspdoD==", "filters:quality(80)/a/b.jpg"),
    ])
    func `encrypted sources are decrypted`(path: String, expected: String) throws {
        #expect(try reading(["imgproxy-source-key": Self.key]).text(path) == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [String(key.prefix(32)), String(key.prefix(48))]) func `keys may be shorter`(key: String) throws {
        let text = key.count == 32 ? "EBESExQVFhcYGRobHB0eH5RP0rZ__LJpDO7E2I3aS5Q" : "EBESExQVFhcYGRobHB0eH5NMSJ1achffzYD10M75cEk"
        #expect(try reading(["imgproxy-source-key": key]).text("enc/\(text)") == "a.jpg")
    }

    @Test(arguments: [
        "EBESExQVFhcYGRobHB0eH5RP0rZ__LJpDO7E2I3aS5Q", "EBESExQVFhcYGRobHB0eH4ea25S5njX29tloBUi7cdE",
        "EBESExQVFhcYGRobHB0eH-Jv7dX9d_W-2yGgga4Y9HY", "EBESExQVFhcYGRobHB0eH4J7SMyQOvQju4KY9H3Hswo",
        "EBESExQVFhcYGRobHB0eH1puBFcI-3GW8C5VPQLDppI", "EBESExQVFhcYGRobHB0eHw", "EBESExQV", "!", "%00",
        "EBESExQVFhcYGRobHB0eHyjGOcJSy17W5fFvubDkxgrm5OODrBZhNmN77ERsice_fMz4i6RFsa_kq44ocd5H",
    ])
    func `whatever is wrong with an encrypted source, the error is the same`(text: String) {
        expectError(.invalidURL, saying: "the encrypted source was not encrypted with the key of this service") {
            _ = try reading(["imgproxy-source-key": Self.key]).text("enc/\(text)")
        }
    }

    @Test(arguments: ["0", "00", "xyz", String(key.prefix(62)), key + "00"]) func `an invalid key is not shown`(key: String) {
        expectError(.invalidSetting, saying: "imgproxy-source-key is 16, 24 or 32 bytes") { _ = try reading(["imgproxy-source-key": key]) }
    }

    @Test func `without a key, encrypted sources are refused`() {
        expectError(.invalidURL, saying: "imgproxy-source-key") { _ = try reading([:]).text("enc/EBESExQVFhcYGRobHB0eHw") }
    }

    @Test(
        arguments: [
            ("https://e.com/images", "plain/a.jpg", "https://e.com/images/a.jpg"),
            ("https://e.com/images/", "plain//a.jpg", "https://e.com/images/a.jpg"),
            ("https://e.com", "plain/.evil.org/a.jpg", "https://e.com/.evil.org/a.jpg"), ("https://e.com", "plain/@b/a.jpg", nil),
            ("https://e.com", "plain/%40evil.org/a.jpg", "https://e.com/@evil.org/a.jpg"),
            ("https://e.com/", "plain/https://e.com/a.jpg", "https://e.com/a.jpg"),
            ("https://e.com", "plain/https://e.com.evil.org/a.jpg", "https://e.com/https://e.com.evil.org/a.jpg"),
            ("https://e.com/", "plain/https://evil.org/a.jpg", "https://e.com/https://evil.org/a.jpg"),
            ("local:///photos/", "plain/a.jpg", "photos/a.jpg"), ("photos", "YS5qcGc", "photos/a.jpg"),
        ] as [(String, String, String?)]
    )
    func `a base comes before every source`(base: String, path: String, expected: String?) throws {
        let reading = try reading(["imgproxy-base-url": base])
        guard let expected else { return expectError(.invalidURL) { _ = try reading.text(path) } }
        #expect(try reading.request("unsafe/" + path).image == expected)
    }

    @Test func `URLs may have presets in the place of options`() throws {
        let reading = try reading(["imgproxy-only-presets": "true", "imgproxy-presets": "small=rs:fill:30:20:1,gray=q:50"])
        #expect(try reading.text("small/plain/a.jpg@png") == DialectRequest.canonicalText("30x20/filters:format(png)/a.jpg"))
        #expect(try reading.text("small:gray/YS5qcGc") == DialectRequest.canonicalText("30x20/filters:quality(50)/a.jpg"))
        #expect(try reading.text("small%3Agray/plain/a.jpg") == reading.text("small:gray/plain/a.jpg"))
        let others = [
            "rs:fill:30:20/plain/a.jpg", "plain/a.jpg", "other/plain/a.jpg", "small", "small/", "small//plain/a.jpg", ":/plain/a.jpg",
        ]
        for path in others {
            expectError(.invalidURL) { _ = try reading.text(path) }
        }
    }

    @Test func `arguments may have another separator`() throws {
        let reading = try reading(["imgproxy-separator": ",", "imgproxy-presets": "small=rs,fill,30,20,1;gray=q,50"])
        #expect(try reading.text("pr,small/q,50/plain/a.jpg") == DialectRequest.canonicalText("30x20/filters:quality(50)/a.jpg"))
        #expect(try reading.text("pr,small,gray/plain/a.jpg") == reading.text("pr,small/q,50/plain/a.jpg"))
        expectError(.invalidURL) { _ = try reading.text("q:50/plain/a.jpg") }
    }

    @Test(arguments: ["", "/", "a", "1", ".", "-", "_", "%", "@", "=", "::", "\u{301}"])
    func `a separator that URLs have for other things is an invalid setting`(separator: String) {
        expectError(.invalidSetting, saying: "imgproxy-separator") { _ = try reading(["imgproxy-separator": separator]) }
    }
}
