import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop

@Suite struct OutputNamesTests {
    @Test func aSecondClaimNamesTheFirst() throws {
        let names = OutputNames()
        try names.claim("out/a.jpg", for: "x/a.jpg")
        try names.claim("out/b.jpg", for: "x/b.jpg")
        expectError(.fileExists, saying: "out/a.jpg is already made of x/a.jpg") { try names.claim("out/a.jpg", for: "y/a.jpg") }
    }

    @Test func `a picture that is given twice is named as that, however it is spelled`() throws {
        let scratch = try TemporaryFolder()
        try scratch.write([1], to: "a.jpg")
        let (names, file) = (OutputNames(), scratch.path("a.jpg"))
        try names.claim("out/a.jpg", for: file)
        for other in [file, scratch.path("./a.jpg")] {
            expectError(.fileExists, saying: "out/a.jpg is already made: \(other) is given twice") {
                try names.claim("out/a.jpg", for: other)
            }
        }
        try names.claim("out/b.jpg", for: "https://example.org/b.jpg")
        expectError(.fileExists, saying: "given twice") { try names.claim("out/b.jpg", for: "https://example.org/b.jpg") }
    }

    @Test func amongMoreThanAreNamedASecondClaimIsStillNoticed() throws {
        let names = OutputNames(namedCount: 2)
        for number in 0..<1000 { try names.claim("out/\(number).jpg", for: "\(number).jpg") }
        expectError(.fileExists, saying: "made of 1.jpg") { try names.claim("out/1.jpg", for: "y.jpg") }
        for number in 2..<1000 {
            expectError(.fileExists, saying: "made of another input") { try names.claim("out/\(number).jpg", for: "y.jpg") }
        }
        #expect(names.contains("out/0.jpg") && names.contains("out/999.jpg") && !names.contains("out/1000.jpg"))
    }

    @Test func namesThatLookTheSameMayBeDifferentFiles() throws {
        let names = OutputNames()
        try names.claim("caf\u{e9}.jpg", for: "a")
        try names.claim("cafe\u{301}.jpg", for: "b")
        #expect(names.contains("cafe\u{301}.jpg") && !names.contains("cafe.jpg"))
    }
}
