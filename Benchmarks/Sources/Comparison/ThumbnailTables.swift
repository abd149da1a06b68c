import BoundedCrop
import Pictures

/// Comparisons of the whole pipeline.
enum ThumbnailTables {
    /// JPEGs of 0.3 to 100 megapixels, alternating with the twin on the same file.
    static func besideTwin() throws -> Table {
        let twin = try Twin(model: Inputs.model)
        var table = Table("JPEG to 300x300", "MB", "CPU ms", "twin's", "ratio", "ms for a megapixel")
        for (name, size) in Inputs.sizes {
            let path = try Inputs.path(name + ".jpg")
            // Both must find the face, and both run once before measuring.
            let (ours, theirs) = (try Thumbnail.make(path), try twin.thumbnail(ofFile: path, side: Thumbnail.side))
            guard ours.plan.features.count == theirs.faces else {
                throw ComparisonError("\(path): \(ours.plan.features.count) faces were found, but the twin found \(theirs.faces)")
            }
            let times = try Timing.medians(
                of: [{ try Thumbnail.make(path) }, { try twin.thumbnail(ofFile: path, side: Thumbnail.side) }],
                rounds: size.width * size.height > 20_000_000 ? 9 : 31
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

    /// A larger thumbnail and several thumbnails, alternating with one.
    static func besideOne() throws -> Table {
        let path = try Inputs.path("2.jpg")
        let works: [(name: String, run: () throws -> Void)] = [
            ("2 MP JPEG to 300x300", { try Thumbnail.make(path) }),
            ("to 400x400", { try Thumbnail.make(path, CropRequest(width: 400, height: 400)) }),
            ("to eight squares of 48 to 300", { try Thumbnail.makeEight(path) }),
        ]
        for work in works { try work.run() }
        let times = try Timing.medians(of: works.map(\.run), rounds: 31)
        var table = Table("thumbnails", "CPU ms", "to one of 300x300")
        for (work, time) in zip(works, times) { table.add(work.name, time.cpu.decimals(1), (time.cpu / times[0].cpu).decimals(2)) }
        return table
    }
}
