import BoundedCrop
import BoundedCropEffects
import Dispatch
import Pictures
import Synchronization

/// How long work on a picture of 12 megapixels continues after it is cancelled, at moments spread evenly over it, compared with how long it
/// takes. Tests count its checks instead, since time proves nothing on a busy machine.
func cancellationTable() throws -> Table {
    let picture = try noise(size: PixelSize(width: 4000, height: 3000), seed: 1)
    var works: [(name: String, work: () throws -> Void)] = []
    for (name, encoding) in [("JPEG", ImageEncoding.jpeg(quality: 80)), ("PNG", .png(compressionLevel: 1)), ("WebP", .webp(quality: 80))] {
        let source = try ImageSource(bytes: picture.blocking.encoded(as: encoding))
        works.append(("decode \(name)", { _ = try source.pixels() }))
        works.append(("encode \(name)", { _ = try picture.blocking.encoded(as: encoding) }))
    }
    works.append(("blur, radius 40, 3 iterations", { _ = try picture.applying([.blur(radius: 40, iterations: 3)]) }))
    works.append(("scale to half", { _ = try picture.resized(to: PixelSize(width: 2000, height: 1500)) }))
    works.append(("find faces with Haar, high", { _ = try HaarCascadeDetector().features(in: picture, accuracy: .high) }))
    var table = Table("12 megapixels", "ms", "longest after cancellation, ms", "share")
    for (name, work) in works {
        let length = try Timing.measure(work).wall
        let latest = try (0..<20).map { try lateness(of: work, cancelledAfter: length * Double($0) / 20) }.max() ?? 0
        table.add(name, length.decimals(0), latest.decimals(1), (latest / length).decimals(3))
    }
    return table
}

/// The milliseconds from cancellation to the end of the work.
private func lateness(of work: () throws -> Void, cancelledAfter milliseconds: Double) throws -> Double {
    let cancellation = Cancellation()
    let start = Mutex<ContinuousClock.Instant?>(nil)
    DispatchQueue.global().asyncAfter(deadline: .now() + milliseconds / 1000) {
        start.withLock { $0 = .now }
        cancellation.cancel()
    }
    // Work that ends before it is cancelled begins again.
    do { try cancellation.perform { while true { try work() } } } catch is CancellationError {}
    return start.withLock(\.self).map { ($0.duration(to: .now)) / .milliseconds(1) } ?? 0
}
