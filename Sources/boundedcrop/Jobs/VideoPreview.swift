import BoundedCrop
import BoundedCropEffects
import BoundedCropVideo

/// Shows what the camera does: small frames with the window, and with the faces that it keeps (green) and drops (red).
struct VideoPreview {
    private let analysis: VideoAnalysis
    private let path: CameraPath
    private let toleratesDamage: Bool
    private let progress: (Double) -> Void
    /// The size of a frame.
    private let frameSize: PixelSize

    /// The size of what is written: a frame of the video, or the sheet.
    private(set) var size: PixelSize

    private static let (longSide, columns, mostCells) = (480, 4, 60)

    init(_ analysis: VideoAnalysis, _ path: CameraPath, toleratesDamage: Bool, progress: @escaping (Double) -> Void) {
        (self.analysis, self.path, self.toleratesDamage, self.progress) = (analysis, path, toleratesDamage, progress)
        frameSize = analysis.source.squareSize(longSide: Self.longSide).even
        size = frameSize
    }

    /// Writes the preview, and returns the number of its bytes. Blocks.
    mutating func write(to file: String, isVideo: Bool, replacing: Bool) throws -> Int {
        try AtomicFile.makeDirectory(for: file)
        guard isVideo else { return try writeSheet(to: file, replacing: replacing) }
        var encoding = VideoEncoding()
        if VideoFormat.needsAV1(file) { encoding.codec = .av1 }
        let writer = try VideoWriter(analysis, along: nil, size: frameSize, encoding: encoding)
        return try writer.write(to: file, replacing: replacing, toleratesDamage: toleratesDamage, progress: progress) { frame in
            try drawn(frame)
        }.bytes
    }

    /// The frame in the middle of each shot; of many, some.
    private mutating func writeSheet(to file: String, replacing: Bool) throws -> Int {
        let middles = path.shots.map { ($0.start + $0.end - 1) / 2 }
        let step = (middles.count + Self.mostCells - 1) / Self.mostCells
        let wanted = Set(stride(from: 0, to: middles.count, by: max(1, step)).map { middles[$0] })
        let frames = try VideoFrames(of: analysis.source, scaledTo: frameSize, as: .pixels, toleratesDamage: toleratesDamage)
        var cells: [PixelBuffer] = []
        while cells.count < wanted.count, let frame = try frames.next() {
            progress(frame.time)
            if wanted.contains(frame.number) { cells.append(try drawn(frame)) }
        }
        let columns = min(Self.columns, max(1, cells.count))
        let sheet = try ContactSheet.picture(of: cells, cell: frameSize, columns: columns)
        let bytes = try sheet.blocking.encoded(as: ImageEncoding(ImageFormat(fileName: file) ?? .png))
        try AtomicFile.write(bytes, to: file, replacing: replacing)
        size = sheet.size
        return bytes.count
    }

    private func drawn(_ frame: VideoFrame) throws -> PixelBuffer {
        var pixels = frame.pixels
        let scale = (Double(pixels.width) / Double(path.size.width), Double(pixels.height) / Double(path.size.height))
        let width = max(2, pixels.size.longSide / 160)
        func draw(_ rectangle: Rect, _ color: (red: UInt8, green: UInt8, blue: UInt8)) {
            pixels.stroke(rectangle.scaled(x: scale.0, y: scale.1), color: color, width: width)
        }
        if let shot = path.shot(at: frame.number) {
            for track in shot.kept where track.startTime <= frame.time && track.endTime >= frame.time { draw(track.bounds, (0, 200, 80)) }
            for track in shot.dropped.map(\.track) where track.startTime <= frame.time && track.endTime >= frame.time {
                draw(track.bounds, (230, 40, 40))
            }
        }
        draw(path.window(frame: frame.number), (255, 220, 0))
        if let second = path.secondWindow(frame: frame.number) { draw(second, (255, 220, 0)) }
        return pixels
    }
}
