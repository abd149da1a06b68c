import BoundedCrop
import BoundedCropEffects
import Foundation
import TestSupport
import Testing

/// docs/effects.md against the grammar.
@Suite(.timeLimit(.minutes(15))) struct EffectDocumentTests {
    private struct Row {
        let call: String
        let example: String
        let picture: String

        var name: String { String(call.prefix { $0 != "(" }) }
    }

    private static let docs = Fixture.package.appendingPathComponent("docs")

    private static func rows() throws -> [Row] {
        let text = try String(contentsOf: docs.appendingPathComponent("effects.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line -> Row? in
            guard let row = line.wholeMatch(of: #/\| `([^`]+)` \| .+ \| `([^`]+)` \| !\[\]\(pictures/([a-z0-9-]+\.webp)\) \|/#) else {
                return nil
            }
            return Row(call: String(row.1).replacing("\\|", with: "|"), example: String(row.2), picture: String(row.3))
        }
    }

    @Test func everyEffectOfTheGrammarHasARow() throws {
        let named = try Set(Self.rows().map(\.name))
        #expect(named == Set(EffectForm.all.map(\.name) + ["mask"]))
    }

    /// A form has a row with as many arguments, of which as many are in brackets.
    @Test func rowsNameAllArguments() throws {
        let counts = try Self.rows().map { row in
            let inside = row.call.drop { $0 != "(" }.dropFirst().dropLast().replacing("A;B;...", with: "A")
            let optional = inside.count { $0 == "[" }
            let all = inside.isEmpty ? 0 : inside.split(separator: ",").count
            return "\(row.name) \(all - optional) \(optional)"
        }
        for form in EffectForm.all {
            #expect(counts.contains("\(form.name) \(form.required.count) \(form.optional.count)"), "\(form.name)")
        }
    }

    @Test func examplesAreValidAndTheirPicturesAreSmall() throws {
        let rows = try Self.rows()
        for row in rows {
            #expect(row.example.hasPrefix(row.name + "("), "\(row.example)")
            let mask = PixelBuffer(size: PixelSize(width: 2, height: 2))
            #expect(try EffectExpression.effects(row.example) { _ in mask }.count == 1, "\(row.example)")
            let picture = try ImageSource(contentsOfFile: Self.docs.appendingPathComponent("pictures/\(row.picture)").path)
            #expect(picture.bytes.count <= 15_000, "\(row.picture)")
        }
        #expect(Set(rows.map(\.picture)).count == rows.count)
    }
}
