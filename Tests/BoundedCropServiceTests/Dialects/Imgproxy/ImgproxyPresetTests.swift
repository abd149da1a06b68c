import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyPresetTests {
    private func reading(_ presets: [String]) throws -> ImgproxyReading { try ImgproxyReading { $0.dialects.imgproxyPresets = presets } }

    @Test(arguments: [
        ("pr:test1:test2", "0x0/filters:gaussian_blur(0.2):quality(50)"), ("preset:test2/q:70", "filters:gaussian_blur(0.2):quality(70)"),
        ("q:70/pr:test2", "filters:gaussian_blur(0.2):quality(50)"), ("pr:both/w:0", "filters:gaussian_blur(0.2):quality(50)"),
    ])
    func `presets are lists of options`(options: String, expected: String) throws {
        let presets = ["test1=resizing_type:fill", "test2=blur:0.2/quality:50", "both=pr:test1:test2"]
        let text = try reading(presets).text(options + "/plain/a.jpg")
        #expect(text == expected.replacing("0x0/", with: "") + "/a.jpg")
    }

    @Test func `the preset default is part of every URL, and comes first`() throws {
        let reading = try reading(["default=resizing_type:fill/blur:0.2/quality:50"])
        #expect(try reading.text("quality:70/w:30/h:20/el:1/plain/a.jpg") == "30x20/filters:gaussian_blur(0.2):quality(70)/a.jpg")
        #expect(try reading.text("plain/a.jpg") == "filters:gaussian_blur(0.2):quality(50)/a.jpg")
    }

    @Test func `presets inside themselves end`() throws {
        let reading = try reading(["test1=q:10/preset:test2", "test2=blur:0.2/preset:test1", "self=pr:self/q:3"])
        #expect(try reading.text("preset:test1/plain/a.jpg") == "filters:gaussian_blur(0.2):quality(10)/a.jpg")
        #expect(try reading.text("pr:self/plain/a.jpg") == "filters:quality(3)/a.jpg")
    }

    @Test func `presets that multiply end with an error`() throws {
        let presets = ["a=" + Array(repeating: "q:1", count: 400).joined(separator: "/")]
        let error = #expect(throws: BoundedCropError.self) { try reading(presets).text("pr:a:a:a/plain/a.jpg") }
        #expect(error?.code == .limitExceeded)
    }

    @Test(arguments: [
        "", "a", "a=", "=q:1", "a=q", "a=q:x", "a=unknown:1", "a=pr:b", "a/b=q:1",
        "a=pr:" + Array(repeating: "a", count: 3).joined(separator: ":") + "/q:0/x",
    ])
    func `invalid presets are invalid settings`(preset: String) throws {
        let error = #expect(throws: BoundedCropError.self) { try reading([preset]) }
        #expect(error?.code == .invalidSetting)
    }

    @Test func `a preset that is not set is an error`() throws {
        let error = #expect(throws: BoundedCropError.self) { try reading(["a=q:1"]).text("pr:b/plain/a.jpg") }
        #expect(error?.code == .invalidURL && error?.message.contains("“b”") == true)
    }
}
