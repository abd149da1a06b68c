import BoundedCrop
import TestSupport
import Testing

@testable import boundedcrop

@Suite struct OutputTemplateTests {
    static let values = OutputTemplate.Values(
        name: "trip/day 1",
        size: PixelSize(width: 300, height: 200),
        aspect: AspectRatio(16, 9),
        scheme: .largest,
        format: .jpeg
    )

    @Test(arguments: [
        ("{name}-{width}x{height}.{ext}", "trip/day 1-300x200.jpg"), ("out/{name}.webp", "out/trip/day 1.webp"),
        ("{aspect}/{scheme}/{name}", "16x9/largest/trip/day 1"), ("{name}{name}", "trip/day 1trip/day 1"), ("plain.png", "plain.png"),
        ("", ""), ("a}b", "a}b"),
    ])
    func insertsTheValues(template: String, path: String) throws {
        #expect(try OutputTemplate(template).path(for: Self.values) == path)
    }

    @Test(arguments: OutputTemplate.placeholders)
    func acceptsItsPlaceholders(name: String) throws {
        let template = try OutputTemplate("a{\(name)}b")
        #expect(!template.isConstant)
        #expect(!template.path(for: Self.values).contains("{"))
    }

    @Test(arguments: ["{size}", "{}", "{Name}", "{ name }", "a/{na{me}", "{name}{"])
    func refusesUnknownPlaceholders(text: String) {
        expectError(.invalidArgument, saying: "output template") { _ = try OutputTemplate(text) }
    }

    @Test func facesHaveNumbersOnlyIfEachHasAnOutput() throws {
        var values = Self.values
        values.face = "03"
        let template = try OutputTemplate("{face}/{name}", eachFace: true)
        #expect(template.path(for: values) == "03/trip/day 1" && template.separatesFaces)
        #expect(try !OutputTemplate("{name}", eachFace: true).separatesFaces)
        expectError(.invalidArgument, saying: "--each-face") { _ = try OutputTemplate("{name}-{face}") }
        expectError(.invalidArgument, saying: "{ext}, {face}, not {faces}") { _ = try OutputTemplate("{faces}", eachFace: true) }
        #expect(try OutputTemplate("{name}-face{face}.{ext}", eachFace: true).names(matching: "a-face12.png", endings: ["png"]) == ["a"])
    }

    @Test func listsThePlaceholdersInTheError() {
        expectError(.invalidArgument, saying: "{name}, {width}, {height}, {aspect}, {scheme}, {ext}, not {size}") {
            _ = try OutputTemplate("{size}")
        }
        expectError(.invalidArgument, saying: "without a “}”") { _ = try OutputTemplate("{name") }
    }

    @Test(arguments: [
        ("out.webp", ImageFormat.webp), ("{name}.JPG", .jpeg), ("{name}.{ext}", nil), ("{name}", nil), ("out", nil), ("", nil),
    ])
    func determinesTheFormatFromALiteralExtension(text: String, format: ImageFormat?) throws {
        #expect(try OutputTemplate(text).format == format)
    }

    @Test(arguments: [("out.webp", true), ("", true), ("{name}", false), ("out.{ext}", false)])
    func determinesWhetherAllPathsAreTheSame(text: String, isConstant: Bool) throws {
        #expect(try OutputTemplate(text).isConstant == isConstant)
    }
}
