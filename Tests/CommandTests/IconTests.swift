import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct IconTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "photo.jpg")
    }

    private func outputs() throws -> [String] { try scratch.files().filter { $0.hasPrefix("out/") } }

    /// The sides in the list of an icon.
    private func sides(_ name: String) throws -> [Int] {
        let bytes = try Array(scratch.bytes(name))
        #expect(Array(bytes.prefix(4)) == [0, 0, 1, 0])
        return (0..<Int(bytes[4])).map { bytes[6 + $0 * 16] == 0 ? 256 : Int(bytes[6 + $0 * 16]) }
    }

    @Test(arguments: ["--output favicon.ico", "--output out/favicon.ico", "--format ico --output favicon.ico"])
    func `one file has all sizes`(options: String) async throws {
        let outcome = try await scratch.boundedcrop("crop photo.jpg --size 48,16,32,256 \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try sides(options.contains("out/") ? "out/favicon.ico" : "favicon.ico") == [16, 32, 48, 256])
    }

    @Test func `the format gives the extension, and the largest size is that of the picture`() async throws {
        let outcome = try await scratch.boundedcrop("crop photo.jpg --size 16,32 --format ico -o out --json")
        #expect(try outcome.status == 0 && outputs() == ["out/photo.ico"], "\(outcome.errors)")
        #expect(try sides("out/photo.ico") == [16, 32])
        #expect(try scratch.picture("out/photo.ico").size == PixelSize(width: 32, height: 32))
    }

    @Test func `an icon becomes a PNG unless another format is asked for`() async throws {
        #expect(try await scratch.boundedcrop("crop photo.jpg --size 64 --output a.ico").status == 0)
        let outcome = try await scratch.boundedcrop("crop a.ico --size 300 -o out")
        #expect(try outcome.status == 0 && outputs() == ["out/a.png"], "\(outcome.errors)")
    }

    @Test(arguments: [
        ("--size 16,32 --format png", "add --format ico"), ("--size 32,16", "add --format ico, or say --size 16 --size 32."),
        ("--size 16,32 --plan", "add --format ico"), ("--size 9 --size 16,32 --output a.png", "add --format ico"),
        ("--size 16,300 --format ico", "1 to 256"),
        ("--size 0,16 --format ico", "1 to 256"), ("--size 300 --format ico", "16,32,48"), ("--size 16,,32x2 --format ico", "A size is"),
    ])
    func `what is no icon is told`(options: String, message: String) async throws {
        let outcome = try await scratch.boundedcrop("crop photo.jpg \(options)\(options.contains("--output") ? "" : " -o out")")
        #expect(outcome.status == (message == "16,32,48" ? 1 : 64) && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try outputs().isEmpty)
    }
}
