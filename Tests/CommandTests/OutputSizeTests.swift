import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct OutputSizeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add("photos/obama.jpg", as: "a.jpg")
    }

    @Test(arguments: ["crop a.jpg --size 400x400 --no-bounding", "effects a.jpg --tint red"], ["jpg", "webp"])
    func `the quality is as high as fits`(command: String, format: String) async throws {
        let free = try await scratch.boundedcrop("\(command) -o free.\(format)")
        #expect(free.status == 0, "\(free.errors)")
        let size = try scratch.bytes("free.\(format)").count
        #expect(try await scratch.boundedcrop("\(command) -o half.\(format) --max-output-bytes \(size / 2)").status == 0)
        let half = try scratch.bytes("half.\(format)").count
        #expect(half <= size / 2 && half > size / 3)
        #expect(try await scratch.boundedcrop("\(command) -o same.\(format) --max-output-bytes \(size)").status == 0)
        #expect(try scratch.bytes("same.\(format)") == scratch.bytes("free.\(format)"))
    }

    @Test(arguments: [("jpg", "no quality gives fewer"), ("png", "PNG has no quality to lower")])
    func `what never fits is an error, and is not written`(format: String, words: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.jpg --size 400x400 --no-bounding -o b.\(format) --max-output-bytes 1kB")
        #expect(outcome.status == 1 && outcome.errors.contains(words) && outcome.errors.contains("1000"), "\(outcome.errors)")
        #expect(try scratch.files() == ["a.jpg"])
    }
}
