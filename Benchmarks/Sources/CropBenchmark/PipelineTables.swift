import BoundedCrop
import Measuring

/// The whole pipeline, beside its twin where there is one.
struct PipelineTables {
    let inputs: Inputs
    let thumbnail = Thumbnail()
    let twin: Twin

    /// JPEGs of 0.3 to 100 megapixels, each in turn with the twin on the same file.
    func beside() throws -> Table {
        var table = Table("JPEG to 300x300", "MB", "CPU ms", "twin's", "ratio", "ms for a megapixel")
        for (name, size) in Inputs.sizes {
            let path = inputs.path(name + ".jpg")
            // Both have to find the face, and once each before the clock runs.
            let (ours, theirs) = (try thumbnail.make(ofFile: path), try twin.thumbnail(ofFile: path, side: Thumbnail.side))
            guard ours.plan.features.count == theirs.faces else {
                throw BenchmarkError("\(path): \(ours.plan.features.count) faces were found, and \(theirs.faces) by the twin")
            }
            let times = try Timing.medians(
                of: [
                    { try thumbnail.make(ofFile: path) },
                    { try twin.thumbnail(ofFile: path, side: Thumbnail.side) },
                ],
                rounds: size.area > 20_000_000 ? 9 : 31
            )
            let megabytes = Double(try ImageSource(contentsOfFile: path).bytes.count) / 1e6
            table.add(
                "\(name) MP",
                megabytes.decimals(1),
                times[0].cpu.decimals(1),
                times[1].cpu.decimals(1),
                (times[0].cpu / times[1].cpu).decimals(2),
                (times[0].cpu / Double(size.area) * 1e6).decimals(1)
            )
        }
        return table
    }

    /// What has no twin, in turn with one thumbnail of the same photo.
    func others() throws -> Table {
        let path = inputs.path("2.jpg")
        let sides = [48, 64, 96, 128, 160, 200, 240, 300]
        let largest = CropRequest(width: 400, height: 400)
        var works: [(String, () throws -> Void)] = [
            ("2 MP JPEG to 300x300", { try thumbnail.make(ofFile: path) }),
            ("2 MP JPEG to 400x400", { try thumbnail.make(ofFile: path, largest) }),
            ("2 MP JPEG to eight squares of 48 to 300", { try thumbnail.make(ofFile: path, sides: sides) }),
        ]
        for file in ["2.png", "2.webp", "12.jpg", "12-progressive.jpg"] {
            works.append((file, { try thumbnail.make(ofFile: inputs.path(file)) }))
        }
        for work in works { try work.1() }
        let times = try Timing.medians(of: works.map { $0.1 }, rounds: 15)
        var table = Table("thumbnails", "CPU ms", "to one of 300x300")
        for ((name, _), time) in zip(works, times) {
            table.add(name, time.cpu.decimals(1), (time.cpu / times[0].cpu).decimals(2))
        }
        return table
    }
}
