import BoundedCrop
import BoundedCropEffects
import Pictures

/// The blur of a 12-megapixel picture, alternating with three passes of `cv::boxFilter` over the same pixels.
func blurTable() throws -> Table {
    let picture = try noise(size: PixelSize(width: 4000, height: 3000), seed: 1)
    let twin = BoxFilterTwin(picture)
    let blur = { _ = try picture.applying([.blur(radius: 40, iterations: 3)]) }
    try twin.run(box: 41)
    try twin.check(against: picture.applying([.blur(radius: 40, iterations: 3)]))
    var table = Table("4000 x 3000 pixels", "CPU ms", "CPU ratio")
    for (buffers, filter) in [("kept", twin.run), ("new", twin.runInNewBuffers)] {
        let times = try Timing.medians(of: [{ try filter(41) }, blur], rounds: 7)
        table.add("three passes of `cv::boxFilter`, box 41, between \(buffers) buffers", times[0].cpu.decimals(0), "1.00")
        table.add("blur, radius 40, 3 iterations", times[1].cpu.decimals(0), (times[1].cpu / times[0].cpu).decimals(2))
    }
    return table
}
