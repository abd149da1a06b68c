import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct IIIFMalformedTests {
    private static let versions = ["", "2/", "3/"]

    private func expectMalformed(_ parameters: String, saying text: String = "", in versions: [String] = versions) {
        for version in versions {
            expectError(.invalidURL, saying: text) { _ = try IIIFPathTests.read("\(version)a.jpg/\(parameters)") }
        }
    }

    @Test(arguments: [
        "", "Full", "fulll", "squares", "1,2,3", "1,2,3,4,5", "1,2,3,", ",,,", "1.5,2,3,4", "-1,2,3,4", "+1,2,3,4", "1, 2,3,4", "0,0,0,10",
        "0,0,10,0", "0x1,2,3,4", "1e1,2,3,4", "1000000001,2,3,4", "pct:", "pct:1,2,3", "pct:1,2,3,4,5", "pct:1,2,0,4", "pct:1,2,3,0.0",
        "pct:100,2,3,4", "pct:1,100,3,4", "pct:-1,2,3,4", "pct:1,2,3,4%25", "PCT:1,2,3,4", "pct:1e1,2,3,4", "pct:1.,2,3,4", "pct:.,2,3,4",
        "pct:1..2,2,3,4", "pct:1.2.3,2,3,4", "%D9%A3,2,3,4", "max",
    ])
    func `a malformed region is named`(region: String) {
        expectMalformed("\(region)/max/0/default.jpg", saying: "region")
    }

    @Test(arguments: [
        "", ",", "^", "!", "^!", "Max", "!max", "100", "!100,", "!,100", "100,100,", "0,", ",0", "0,100", "!0,100", "-1,", "1.5,", "+5,",
        "65536,", ",65536", "99999999999999999999,", "pct:", "pct:0", "pct:0.09", "^pct:10001", "pct:-1", "pct:50%25", "pct:1e1", "pct:nan",
        "^^max", "!^100,100", "^!100,", "*", "100x100", " 100,", "100, ",
    ])
    func `a malformed size is named`(size: String) {
        expectMalformed("full/\(size)/0/default.jpg", saying: "size")
    }

    @Test func `the versions have words of their own for sizes`() {
        expectMalformed("full/full/0/default.jpg", saying: "size", in: ["", "3/"])
        expectMalformed("full/pct:100.1/0/default.jpg", saying: "^pct:100.1", in: ["", "3/"])
        for size in ["^max", "^100,", "^!100,100", "^pct:50"] { expectMalformed("full/\(size)/0/default.jpg", saying: "size", in: ["2/"]) }
    }

    @Test(arguments: [
        "", "!", "!!0", "-1", "+1", "360.1", "361", "1e1", "1.", ".", "nan", "inf", "90!", "0x10", " 0", "90,0", "9999999999",
    ])
    func `a malformed rotation is named`(rotation: String) {
        expectMalformed("full/max/\(rotation)/default.jpg", saying: "rotation")
    }

    @Test(arguments: [
        ("native.jpg", "quality"), ("grey.jpg", "quality"), (".jpg", "quality"), ("Default.jpg", "quality"), ("default.", "format"),
        ("default.jpeg", "format"), ("default.JPG", "format"), ("default.tif", "format"), ("default.jp2", "format"),
        ("default.pdf", "format"),
        ("default.bmp", "format"), ("default", "default.jpg"), ("default.jpg.png", "default.jpg"), ("", "default.jpg"),
    ])
    func `an unknown quality or format is named`(file: String, part: String) {
        expectMalformed("full/max/0/\(file)", saying: part)
    }

    @Test func `escapes that are not UTF-8, and control characters, are errors`() {
        for path in ["%FF/info.json", "a%0Ab/info.json", "a%00/full/max/0/default.jpg", "a.jpg/full/max/0%7F/default.jpg", "%C0%AF"] {
            expectError(.invalidURL) { _ = try IIIFPathTests.read(path) }
        }
    }

    @Test func `hostile numbers are errors or requests within the limits`() throws {
        let parameters = ["pct:1,2,3,4", "10,20,30,40", "^200,100", "pct:50", "!200,100", "22.5"]
        for hostile in HostileNumbers.variants(of: parameters).flatMap(\.self) {
            let text = PercentEncoding.encoded(hostile, keeping: ",:.-!^")
            for path in ["\(text)/max/0/default.jpg", "full/\(text)/0/default.jpg", "full/max/\(text)/default.jpg"] {
                do {
                    let request = try IIIFPathTests.read("a.jpg/" + path)
                    _ = try ImageURL(instructions: request.url.description)
                } catch let error as BoundedCropError {
                    #expect([.invalidURL, .limitExceeded].contains(error.code), "\(path): \(error)")
                }
            }
        }
    }

    @Test func `a URL that is too long is refused before it is read`() {
        expectError(.urlTooLong) { _ = try IIIFPathTests.read(String(repeating: "a", count: 9000)) }
        expectMalformed("\(String(repeating: "1,", count: 1000))/max/0/default.jpg", saying: "region")
        expectMalformed("full/pct:\(String(repeating: "9", count: 3000))/0/default.jpg", saying: "size")
    }

    @Test func `errors quote no more than the beginning of a part`() {
        let error = #expect(throws: BoundedCropError.self) {
            _ = try IIIFPathTests.read("a.jpg/\(String(repeating: "x", count: 5000))/max/0/default.jpg")
        }
        #expect((error?.message.utf8.count ?? .max) < 300)
    }
}
