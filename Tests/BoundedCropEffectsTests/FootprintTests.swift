import BoundedCrop
import CLibrary
import Foundation
import Testing

@testable import BoundedCropEffects

/// Compares the memory that effects declare with the memory that the system counts.
@Suite(.timeLimit(.minutes(15))) struct FootprintTests {
    private static let size = PixelSize(width: 900, height: 700)
    private static let wide = PixelSize(width: 40_000, height: 2)
    private static let tall = PixelSize(width: 2, height: 40_000)
    /// Allowance for tables, stacks and partly used pages.
    private static let slack = 700_000

    /// The names of effects that took more memory than they had declared.
    private static func underestimated(_ effects: [AllEffects.Entry], on size: PixelSize = Self.size) throws -> [String] {
        try MemoryPeak.giveBackAtOnce()
        let picture = try Pictures.flat(size)
        // Excludes what is created once per process.
        for entry in effects {
            _ = try PixelBuffer(size: PixelSize(width: 40, height: 30)).applying([entry.make(PixelSize(width: 40, height: 30))])
        }
        return try effects.compactMap { name, make in
            let effect = try make(size)
            // Requesting the pixels keeps a reference to them, so that changes in place include their copy.
            let peak = try MemoryPeak.bytes { _ = try picture.applying([effect]) }
            let told = effect.footprint(on: size).workingBytes
            return peak > told + slack ? "\(name) took \(peak) bytes, but declared \(told)" : nil
        }
    }

    @Test func `no effect takes more memory than declared`() async {
        await #expect(processExitsWith: .success) {
            // The largest convolution holds no more than others, and takes minutes without optimization.
            let underestimated = try Self.underestimated(AllEffects.table.filter { $0.name != "convolution, largest" })
            #expect(underestimated == [])
        }
    }

    @Test func `no blur takes more memory than declared for very thin pictures`() async {
        await #expect(processExitsWith: .success) {
            let blurs: [AllEffects.Entry] = [
                ("gaussian", { _ in .gaussianBlur(sigma: 1000) }), ("gaussian, unshrunk", { _ in .gaussianBlur(sigma: 11) }),
                ("sharpen", { _ in .sharpen(amount: 2, radius: 100) }), ("blur", { _ in .blur(radius: 400, iterations: 3) }),
                ("shadow", { _ in .shadow(offset: Point(x: 1, y: 1), blur: 10) }),
            ]
            let underestimated = (try Self.underestimated(blurs, on: Self.wide), try Self.underestimated(blurs, on: Self.tall))
            #expect(underestimated == ([], []))
        }
    }

    @Test func `an effect that takes more memory is detected`() async {
        await #expect(processExitsWith: .success) {
            let liar = Custom("liar", footprint: { .newPicture($0) }) { picture in
                let layers = try (0..<3).map { _ in try picture.withAlpha(0.5) }
                return layers[0]
            }
            let underestimated = try Self.underestimated([("liar", { _ in liar })])
            #expect(underestimated.count == 1)
        }
    }

    @Test func `results are never larger than declared, and huge sizes saturate`() throws {
        for (name, make) in AllEffects.table {
            let small = PixelSize(width: 61, height: 43)
            let effect = try make(small)
            let result = try Pictures.flat(small).applying([effect]).size
            let told = effect.footprint(on: small)
            #expect(result.width <= told.resultSize.width && result.height <= told.resultSize.height, "\(name): \(result), \(told)")
            let endless = effect.footprint(on: PixelSize(width: .max, height: .max))
            #expect(endless.workingBytes >= 0 && endless.resultSize.area > 0, "\(name): \(endless)")
        }
    }
}

/// The peak memory of this process during some work, as counted by Linux.
private enum MemoryPeak {
    /// Makes malloc return freed memory to the system immediately, so that none is reused unnoticed.
    static func giveBackAtOnce() throws {
        let symbol = try #require(dlsym(nil, "mallopt"))
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let (threshold, trim) = (Int32(-3), Int32(-1))
        try #require(mallopt(threshold, 65_536) == 1 && mallopt(trim, 65_536) == 1)
    }

    static func bytes(_ work: () throws -> Void) throws -> Int {
        let file = try #require(fopen("/proc/self/clear_refs", "w"))
        fputs("5", file)
        fclose(file)
        let before = try status("VmRSS")
        try work()
        return try status("VmHWM") - before
    }

    private static func status(_ name: String) throws -> Int {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) * 1024
    }
}
