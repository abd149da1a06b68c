import BoundedCrop
import BoundedCropEffects
import Testing

@Suite(.timeLimit(.minutes(15))) struct FillTests {
    private let flat = PixelBuffer(size: PixelSize(width: 4, height: 2), filledWith: (100, 150, 200, 255))
    private let box = PixelSize(width: 8, height: 8)

    @Test func `the picture is centered on the background`() throws {
        let filled = try flat.applying([.fill(to: box, with: .color(.red))])
        #expect(filled.size == box)
        #expect(filled[1, 3] == [255, 0, 0, 255])
        #expect(filled[2, 3] == [100, 150, 200, 255])
        #expect(filled[5, 4] == [100, 150, 200, 255])
        #expect(filled[6, 4] == [255, 0, 0, 255])
    }

    @Test func `a larger picture is not cropped`() throws {
        let filled = try flat.applying([.fill(to: PixelSize(width: 2, height: 4), with: .color(.clear))])
        #expect(filled.size == PixelSize(width: 4, height: 4))
        #expect(filled[0, 0] == [0, 0, 0, 0])
    }

    @Test func `the background shows only where configured`() throws {
        let half = PixelBuffer(size: PixelSize(width: 2, height: 2), filledWith: (50, 0, 0, 128))
        #expect(try half.applying([.fill(to: box, with: .color(.white))])[4, 4] == [177, 127, 127, 255])
        #expect(try half.applying([.fill(to: box, with: .color(.white), showsThrough: false)])[4, 4] == [50, 0, 0, 128])
        #expect(try half.applying([.flatten(on: .white)])[0, 0] == [177, 127, 127, 255])
    }

    @Test func `the average color and the blurred picture can be backgrounds`() throws {
        let noise = try Pictures.noise(64, 32)
        let average = try noise.applying([.fill(to: PixelSize(width: 64, height: 64), with: .average)])
        let sums = (0..<3).map { channel in
            stride(from: channel, to: noise.bytes.count, by: 4).reduce(0) { $0 + Int(noise.bytes[$1]) }
        }
        #expect(average[0, 0].prefix(3).map(Int.init) == sums.map { ($0 + 1024) / 2048 })
        let blurred = try noise.applying([.fill(to: PixelSize(width: 64, height: 64), with: .blur)])
        #expect(zip(blurred[0, 0], average[0, 0]).allSatisfy { abs(Int($0) - Int($1)) < 40 })
    }

    @Test func `cache keys include every parameter`() {
        let fills: [any ImageEffect] = [
            .fill(to: box, with: .average), .fill(to: box, with: .blur), .fill(to: box, with: .color(.red)),
            .fill(to: box, with: .color(.blue)),
            .fill(to: PixelSize(width: 8, height: 9), with: .average), .fill(to: box, with: .average, showsThrough: false),
        ]
        #expect(Set(fills.map(\.cacheKey)).count == fills.count)
    }

    @Test func `impossible backgrounds are refused`() {
        expectRefusal(.fill(to: PixelSize(width: 100_000, height: 1), with: .average), of: flat)
    }
}
