import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ConcurrentEffectTests {
    @Test func manyThreadsGiveTheSameBytesAsOne() async throws {
        let picture = try ShapeReference.translucent
        let mask = try ShapeReference.picture("mask-doubled", 46, 34)
        let lists: [[any ImageEffect]] = [
            [.cornerRadius(12), .shadow(.black, offset: Point(x: 0, y: 4), blur: 8), .reflection(scale: 0.4, gap: 4, alpha: 0.6)],
            [.scaleToFill(PixelSize(width: 40, height: 30)), .mask(mask), .alpha(0.7)],
            [.shadow(.white, offset: Point(x: 3, y: 0), blur: 40), .maskFromAlpha],
            [.crop(to: Rect(x: -5, y: 3, width: 20, height: 20)), .circle, .reflect(scale: 0.5)],
            [.cropAndScale(to: PixelSize(width: 30, height: 30), contentMode: .aspectFit, padToFit: true), .custom("same") { $0 }],
        ]
        let serial = try lists.map { try picture.applying($0) }
        try await withThrowingTaskGroup(of: (Int, PixelBuffer).self) { group in
            for turn in 0..<40 {
                group.addTask { (turn % lists.count, try picture.applying(lists[turn % lists.count])) }
            }
            for try await (index, result) in group { #expect(result == serial[index]) }
        }
        #expect(try picture == ShapeReference.translucent)
    }
}
