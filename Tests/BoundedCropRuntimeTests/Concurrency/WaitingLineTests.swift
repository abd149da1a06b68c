import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite struct WaitingLineTests {
    /// Compares it with an array: elements are removed from either end and from the middle.
    @Test(arguments: 1...8) func behavesLikeAnArray(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (line, model) = (WaitingLine<String>(), [(id: UInt64, element: String)]())
        for id in 0..<UInt64(3000) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0...3:
                line.append("\(id)", id: id)
                model.append((id, "\(id)"))
            case 4, 5:
                #expect(line.popFirst() == (model.isEmpty ? nil : model.removeFirst().element))
            case 6:
                #expect(line.popLast() == model.popLast()?.element)
            default:
                let gone = UInt64.random(in: 0...id, using: &random)
                let index = model.firstIndex { $0.id == gone }
                #expect(line.remove(gone) == index.map { model.remove(at: $0).element })
            }
            #expect(line.count == model.count)
        }
        while let next = model.first {
            #expect(line.popFirst() == next.element)
            model.removeFirst()
        }
        #expect(line.popFirst() == nil)
        #expect(line.popLast() == nil)
        #expect(line.count == 0)
    }
}
