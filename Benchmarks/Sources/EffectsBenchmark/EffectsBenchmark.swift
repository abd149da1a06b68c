import BoundedCrop
import BoundedCropEffects
import Measuring

/// Effects on a picture of 12 megapixels, and three passes of `cv::boxFilter` over the same pixels in turn with the blur.
@main
enum EffectsBenchmark {
    private static let rounds = 7

    static func main() throws {
        // Once on a small one, so that the code itself is in memory already.
        _ = try noise(size: PixelSize(width: 100, height: 100), seed: 1).blurred(radius: 40, iterations: 3)
        _ = try ProcessMemory.peak()
        let before = try ProcessMemory.resident()
        let picture = try noise(size: PixelSize(width: 4000, height: 3000), seed: 1)
        // First of all, as the peak is that of the whole process.
        let blurred = try picture.blurred(radius: 40, iterations: 3)
        let buffers = (try ProcessMemory.peak() - before) / Double(picture.bytes.count)

        let twin = BoxFilterTwin(picture)
        try twin.run(box: 41)
        try twin.check(against: blurred)
        let blur = { _ = try picture.blurred(radius: 40, iterations: 3) }
        let kept = try Timing.medians(of: [{ try twin.run(box: 41) }, blur], rounds: rounds)
        let new = try Timing.medians(of: [{ try twin.runInNewBuffers(box: 41) }, blur], rounds: rounds)
        let others: [(String, () throws -> Void)] = [
            ("gaussian blur, sigma 20", { _ = try picture.gaussianBlurred(sigma: 20) }),
            ("shadow, offset 10 and 10, blur 20", { _ = try picture.withShadow(offset: Offset(x: 10, y: 10), blur: 20) }),
            ("reflection, scale 0.4, gap 4, alpha 0.6", { _ = try picture.withReflection(scale: 0.4, gap: 4, alpha: 0.6) }),
            ("corner radius 100", { _ = try picture.withCornerRadius(100) }),
            ("tint", { _ = picture.tinted(with: Color(red: 0.2, green: 0.4, blue: 0.8)) }),
        ]
        var table = Table("4000 x 3000 pixels", "CPU ms", "wall ms", "CPU ratio")
        func add(_ name: String, _ time: Timing, ratio: Double? = nil) {
            table.add(name, time.cpu.decimals(0), time.wall.decimals(0), ratio?.decimals(2) ?? "")
        }
        add("three passes of `cv::boxFilter`, box 41, between kept buffers", kept[0], ratio: 1)
        add("blur, radius 40, 3 iterations", kept[1], ratio: kept[1].cpu / kept[0].cpu)
        add("three passes of `cv::boxFilter`, box 41, between new buffers", new[0], ratio: 1)
        add("blur, radius 40, 3 iterations", new[1], ratio: new[1].cpu / new[0].cpu)
        for ((name, _), time) in zip(others, try Timing.medians(of: others.map { $0.1 }, rounds: rounds)) { add(name, time) }
        print(table.text)
        print("\nPeak memory of the blur: \(buffers.decimals(2)) buffers of 48 MB, the picture's own included.")
    }
}
