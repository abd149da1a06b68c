import BoundedCrop
import BoundedCropRendering
import BoundedCropVideo
import FoundationEssentials
import Synchronization

/// What people corrected by hand in videos: what the camera shows in the shot that holds a time. A line of the file is an object:
///
///     {"file": "talk.mp4", "at": 12.4, "focal": "820,410"}
///     {"file": "talk.mp4", "at": 31, "aspect": "9:16", "crop": "600,0,608,1080"}
final class VideoCorrectionFile: Sendable {
    /// A line.
    private struct Record: Decodable {
        let file: String
        let at: Double
        let aspect: String?
        let crop, region, focal: String?

        /// The names that a line may have.
        static let names: Set = ["file", "at", "aspect", "crop", "region", "focal"]
    }

    private let records: [Record]
    /// The folder of the file, with a slash at its end.
    private let folder: String
    private let used = Mutex<Set<String>>([])

    /// - Throws: `invalidArgument` that names the line.
    init(_ path: String) throws {
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var records: [Record] = []
        try JSONLines.read(path) { line in
            records.append(try Self.record(line))
        } why: { error, _ in
            (error as? BoundedCropError)?.message ?? "a correction of a video has “file”, “at” and what to show"
        }
        self.records = records
    }

    private static func record(_ line: Data) throws -> Record {
        let names = try JSONDecoder().decode([String: JSONNode].self, from: line).keys
        if let unknown = names.first(where: { !Record.names.contains($0) }) {
            throw BoundedCropError(.invalidArgument, "a correction of a video has no “\(unknown.printable)”")
        }
        let record = try JSONDecoder().decode(Record.self, from: line)
        guard record.at.isFinite, record.at >= 0 else {
            throw BoundedCropError(.invalidArgument, "“at” is a time in seconds, not \(record.at)")
        }
        if let aspect = record.aspect, AspectRatio(aspect) == nil {
            throw BoundedCropError(.invalidArgument, "“\(aspect.printable)” is not an aspect such as 9:16")
        }
        // Whatever the size of the frames is.
        _ = try place(record, in: PixelSize(width: 65_535, height: 65_535))
        return record
    }

    private static func place(_ record: Record, in size: PixelSize) throws -> CameraOptions.Correction.Place {
        switch (record.crop, record.region, record.focal) {
        case (let crop?, nil, nil):
            let region = try CropOption.parsed(RenderRequest.Region(crop), crop, "a rectangle x,y,width,height such as 600,0,608,1080")
            return .window(region.rect(in: size))
        case (nil, let region?, nil):
            return .feature(try CropOption.parsed(Feature(region: region), region, "a region x,y,width,height such as 120,40,200,240"))
        case (nil, nil, let focal?):
            return .feature(try CropOption.parsed(Feature(focalPoint: focal), focal, "a focal point x,y such as 820,410"))
        default: throw BoundedCropError(.invalidArgument, "a correction of a video has one of “crop”, “region” and “focal”")
        }
    }

    /// The corrections of a video in one shape.
    ///
    /// - Parameter size: The size of the upright frames with square pixels.
    func corrections(of entry: PictureEntry, aspect: AspectRatio, in size: PixelSize) throws -> [CameraOptions.Correction] {
        let own = records.filter { $0.file == entry.path || folder + $0.file == entry.path }
        used.withLock { $0.formUnion(own.map(\.file)) }
        return try own.filter { $0.aspect.map { AspectRatio($0) == aspect } ?? true }.map { .init(at: $0.at, try Self.place($0, in: size)) }
    }

    /// The videos that were not among the inputs.
    var unknown: [String] {
        let used = used.withLock { $0 }
        return Set(records.map(\.file)).subtracting(used).sorted()
    }
}
