import BoundedCrop
import Foundation
import TestSupport
import Testing

/// What ExifTool reads in the files that the command writes.
@Suite(.timeLimit(.minutes(15))) struct ForeignMetadataTests {
    static let formats = ["jpeg", "png", "webp", "avif"]

    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func exiftool(_ line: String) async throws -> Command.Outcome {
        let program = URL(fileURLWithPath: "/usr/bin/exiftool")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "install libimage-exiftool-perl")
        return try await Command.run(line.split(separator: " ").map(String.init), in: scratch.url, executable: program)
    }

    /// The tags of each file, with the family of each. One start reads all files: it takes longer than reading them.
    private func tags(_ options: String, of files: [String]) async throws -> [String: [String: Any]] {
        let outcome = try await exiftool("-j -a -G1 \(options) \(files.joined(separator: " "))")
        let read = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        let named = try read.map { (try #require($0["SourceFile"] as? String), $0.filter { $0.key != "SourceFile" }) }
        let tags = Dictionary(uniqueKeysWithValues: named)
        try #require(tags.keys.sorted() == files.sorted(), "\(outcome.errors)")
        return tags
    }

    // MARK: Regions

    /// As `exiftool -j -struct` prints the regions of a file.
    private struct Report: Decodable {
        struct Regions: Decodable {
            let dimensions: Dimensions
            let list: [Region]

            enum CodingKeys: String, CodingKey {
                case dimensions = "AppliedToDimensions"
                case list = "RegionList"
            }
        }

        struct Dimensions: Decodable, Equatable {
            let width: Double
            let height: Double
            let unit: String

            enum CodingKeys: String, CodingKey {
                case width = "W"
                case height = "H"
                case unit = "Unit"
            }
        }

        struct Region: Decodable {
            let area: Area
            let kind: String

            enum CodingKeys: String, CodingKey {
                case area = "Area"
                case kind = "Type"
            }
        }

        /// Given by its center.
        struct Area: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
            let unit: String

            enum CodingKeys: String, CodingKey {
                case x = "X"
                case y = "Y"
                case width = "W"
                case height = "H"
                case unit = "Unit"
            }
        }

        let file: String
        let regions: Regions

        enum CodingKeys: String, CodingKey {
            case file = "SourceFile"
            case regions = "RegionInfo"
        }
    }

    /// Photos whose faces are off the middle, cut by the crop's edge, several, and turned.
    static let photos = [
        ("formats/obama_rgb8.png", "60x60"), ("composites/three_in_row.jpg", "300x200"), ("orientations/obama_6.jpg", "100x140"),
        ("composites/two_far_apart.jpg", "90x160"), ("metadata/everything.webp", "80x50"),
    ]

    @Test(arguments: photos) func `faces are written where they are in the crop`(fixture: String, size: String) async throws {
        let file = String(try #require(fixture.split(separator: "/").last))
        try scratch.add(fixture, as: file)
        var crops: [CropLine] = []
        for format in Self.formats {
            let line = "crop \(file) --size \(size) --write-regions --format \(format) --json --output out.\(format)"
            crops.append(try #require(try await scratch.boundedcrop(line).decoded(CropLine.self).first))
        }
        let outputs = try crops.map { try #require($0.output) }
        #expect(outputs.map { "\($0.width)x\($0.height)" } == Array(repeating: size, count: Self.formats.count))

        let outcome = try await exiftool("-j -struct -XMP-mwg-rs:all \(outputs.map(\.file).joined(separator: " "))")
        let reports = try JSONDecoder().decode([Report].self, from: Data(outcome.output))
        try #require(reports.map(\.file) == outputs.map(\.file))
        for (crop, report) in zip(crops, reports) { try compare(report.regions, with: crop) }
    }

    private func compare(_ written: Report.Regions, with crop: CropLine) throws {
        let output = try #require(crop.output)
        #expect(written.dimensions == .init(width: Double(output.width), height: Double(output.height), unit: "pixel"))
        let window = Rect(x: Double(crop.crop.x), y: Double(crop.crop.y), width: Double(crop.crop.width), height: Double(crop.crop.height))
        let seen = crop.features.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).intersection(window) }
            .filter { !$0.isEmpty }
        #expect(!seen.isEmpty && written.list.count == seen.count, "\(output.file)")
        for face in seen {
            let shares = [
                (face.midX - window.x) / window.width, (face.midY - window.y) / window.height, face.width / window.width,
                face.height / window.height,
            ]
            let isWritten = written.list.contains { region in
                let area = region.area
                let isNear = zip([area.x, area.y, area.width, area.height], shares).allSatisfy { abs($0 - $1) < 0.01 }
                return isNear && area.unit == "normalized" && region.kind == "Face"
            }
            #expect(isWritten, "\(output.file): \(face) in \(written.list)")
        }
    }

    // MARK: Places

    /// EXIF's coordinates, and those that ExifTool adds to XMP.
    private func addPlaces(to name: String, of fixture: String) async throws {
        try scratch.add(fixture, as: name)
        let added = "-XMP:GPSLatitude=51.47 -XMP:GPSLongitude=-0.001 -XMP-photoshop:City=Greenwich -XMP-iptcCore:Location=Observatory"
        let outcome = try await exiftool("-overwrite_original \(added) \(name)")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// How many tags of the camera are kept, and whether the place is.
    private typealias Kept = (camera: Int, place: Bool)

    private static let options: [(line: String, kept: Kept)] = [
        ("", (0, false)), ("--keep-metadata", (2, false)), ("--keep-metadata --keep-location", (2, true)),
    ]

    @Test(arguments: ["jpg", "png", "webp"]) func `no place is left unless it is kept`(ending: String) async throws {
        try await addPlaces(to: "a.\(ending)", of: "metadata/everything.\(ending)")
        var outputs: [String: Kept] = [:]
        for (number, option) in Self.options.enumerated() {
            for format in Self.formats {
                let output = "out-\(number).\(format)"
                outputs[output] = option.kept
                let line = "crop a.\(ending) --size 50x50 --format \(format) --output \(output) \(option.line)"
                try #require(try await scratch.boundedcrop(line).status == 0)
            }
        }
        let files = ["a.\(ending)"] + outputs.keys
        let places = try await tags("-gps:all -xmp:gps* -xmp:city -xmp:location", of: files)
        let others = try await tags("-IFD0:Make -ExifIFD:SerialNumber", of: files)
        let source = try #require(places["a.\(ending)"])
        #expect(source.count >= 7, "\(source)")
        for (output, kept) in outputs {
            let found = try #require(places[output])
            #expect(Set(found.keys) == (kept.place ? Set(source.keys) : []), "\(output): \(found)")
            #expect(others[output]?.count == kept.camera, "\(output)")
        }
    }

    // MARK: Form

    @Test(arguments: ["jpg", "png", "webp"]) func `written metadata cause no warnings`(ending: String) async throws {
        try scratch.add("metadata/everything.\(ending)", as: "a.\(ending)")
        for format in Self.formats {
            let line = "crop a.\(ending) --size 50x50 --keep-metadata --keep-location --format \(format) --output out.\(format)"
            try #require(try await scratch.boundedcrop(line).status == 0)
        }
        for (output, warnings) in try await tags("-warning -error", of: Self.formats.map { "out.\($0)" }) {
            #expect(warnings.isEmpty, "\(output): \(warnings)")
        }
    }
}
