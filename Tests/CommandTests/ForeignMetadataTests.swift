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

    /// The tags of a file, with the family of each.
    private func tags(_ options: String, _ file: String) async throws -> [String: Any] {
        let outcome = try await exiftool("-j -a -G1 \(options) \(file)")
        let files = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        return try #require(files.first).filter { $0.key != "SourceFile" }
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

        let regions: Regions

        enum CodingKeys: String, CodingKey {
            case regions = "RegionInfo"
        }
    }

    /// Photos whose faces are off the middle, cut by the crop's edge, several, and turned.
    static let photos = [
        ("formats/obama_rgb8.png", "60x60"), ("composites/three_in_row.jpg", "300x200"), ("orientations/obama_6.jpg", "100x140"),
        ("composites/two_far_apart.jpg", "90x160"), ("metadata/everything.webp", "80x50"),
    ]

    @Test(arguments: photos, formats)
    func `faces are written where they are in the crop`(photo: (String, String), format: String) async throws {
        let (fixture, size) = photo
        let file = String(try #require(fixture.split(separator: "/").last))
        try scratch.add(fixture, as: file)
        let line = "crop \(file) --size \(size) --write-regions --format \(format) --json --output out.\(format)"
        let crop = try #require(try await scratch.boundedcrop(line).decoded(CropLine.self).first)
        let output = try #require(crop.output)
        #expect("\(output.width)x\(output.height)" == size)

        let outcome = try await exiftool("-j -struct -XMP-mwg-rs:all out.\(format)")
        let written = try #require(try JSONDecoder().decode([Report].self, from: Data(outcome.output)).first).regions
        #expect(written.dimensions == .init(width: Double(output.width), height: Double(output.height), unit: "pixel"))
        let window = Rect(x: Double(crop.crop.x), y: Double(crop.crop.y), width: Double(crop.crop.width), height: Double(crop.crop.height))
        let seen = crop.features.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).intersection(window) }
            .filter { !$0.isEmpty }
        #expect(!seen.isEmpty && written.list.count == seen.count)
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
            #expect(isWritten, "\(face) in \(written.list)")
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

    @Test(arguments: ["jpg", "png", "webp"], formats)
    func `no place is left unless it is kept`(ending: String, format: String) async throws {
        try await addPlaces(to: "a.\(ending)", of: "metadata/everything.\(ending)")
        let (coordinates, others) = ("-gps:all -xmp:gps*", "-xmp:city -xmp:location")
        let source = try await tags("\(coordinates) \(others)", "a.\(ending)")
        #expect(source.count >= 7, "\(source)")
        for (options, isKept) in [("--keep-metadata", false), ("--keep-metadata --keep-location", true), ("", false)] {
            let line = "crop a.\(ending) --size 50x50 --format \(format) --overwrite --output out.\(format) \(options)"
            try #require(try await scratch.boundedcrop(line).status == 0)
            let found = try await tags("\(coordinates) \(others)", "out.\(format)")
            #expect(Set(found.keys) == (isKept ? Set(source.keys) : []), "\(options): \(found)")
            let kept = try await tags("-IFD0:Make -ExifIFD:SerialNumber", "out.\(format)")
            #expect(kept.count == (options.isEmpty ? 0 : 2), "\(options): \(kept)")
        }
    }

    // MARK: Form

    @Test(arguments: ["jpg", "png", "webp"], formats)
    func `written metadata cause no warnings`(ending: String, format: String) async throws {
        try scratch.add("metadata/everything.\(ending)", as: "a.\(ending)")
        let line = "crop a.\(ending) --size 50x50 --keep-metadata --keep-location --format \(format) --output out.\(format)"
        try #require(try await scratch.boundedcrop(line).status == 0)
        let warnings = try await tags("-warning -error", "out.\(format)")
        #expect(warnings.isEmpty, "\(warnings)")
    }
}
