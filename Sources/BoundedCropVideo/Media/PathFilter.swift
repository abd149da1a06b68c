internal import BoundedCrop

/// The filter of ffmpeg that crops the upright frames of a video along a path. Windows move by half a pixel of the output.
struct PathFilter {
    /// A window in stored pixels.
    private struct Window: Equatable {
        var x, y: Double
        var width, height: Int

        var size: PixelSize { PixelSize(width: width, height: height) }
    }

    /// The even size of the frames that it makes.
    let size: PixelSize
    /// How many times as many columns and rows as the output has what a moving window is cut out of. Filters of ffmpeg cut at even places, which
    /// are half pixels of the output then. 1 where no window moves.
    private let detail: PixelSize
    private let windows: [Window]
    private let paddedFrames: [Range<Int>]
    private let times: [Double]
    private let stored: PixelSize
    private let pixelAspect: Double

    /// - Parameters:
    ///   - path: The path, in square pixels.
    ///   - source: The video.
    ///   - times: When each frame is shown, in seconds.
    ///   - size: The size of the result; nil for that of the largest window.
    init(_ path: CameraPath, of source: VideoSource, times: [Double], size: PixelSize?) {
        stored = source.size
        pixelAspect = source.aspect * Double(stored.height) / Double(stored.width)
        self.times = times
        let (across, down) = (Double(stored.width) / Double(path.size.width), Double(stored.height) / Double(path.size.height))
        let natural = Self.naturalSize(of: path)
        var windows: [Window] = []
        windows.reserveCapacity(times.count)
        var paddedFrames: [Range<Int>] = []
        for shot in path.shots {
            if shot.motion == .pad { paddedFrames.append(shot.start..<shot.end) }
            for frame in shot.start..<shot.end {
                let rectangle = path.window(frame: frame).scaled(x: across, y: down)
                let width = Self.even(rectangle.width, near: Double(natural.width) * across, most: stored.width)
                let height = Self.even(rectangle.height, near: Double(natural.height) * down, most: stored.height)
                let x = min(max(0, rectangle.midX - Double(width) / 2), Double(stored.width - width))
                let y = min(max(0, rectangle.midY - Double(height) / 2), Double(stored.height - height))
                windows.append(Window(x: x, y: y, width: width, height: height))
            }
        }
        (self.windows, self.paddedFrames) = (windows, paddedFrames)
        let size = size ?? natural
        self.size = size
        func detail(_ length: Int, _ place: (Window) -> Double) -> Int {
            let moves = path.shots.contains { shot in
                shot.motion != .pad && windows[shot.start..<shot.end].contains { place($0) != place(windows[shot.start]) }
            }
            return moves ? max(1, min(4, Self.longestSide / length)) : 1
        }
        self.detail = PixelSize(width: detail(size.width, \.x), height: detail(size.height, \.y))
    }

    /// The longest side of what ffmpeg is to scale to.
    private static let longestSide = 16_384

    /// As many pixels as the largest window has, with even sides, in the shape of the path.
    static func naturalSize(of path: CameraPath) -> PixelSize {
        let cropped = path.shots.filter { $0.motion != .pad }
        let widths = (cropped.isEmpty ? path.shots : cropped).flatMap { $0.windows.map(\.rectangle.width) }
        let width = widths.max() ?? Double(path.size.width)
        let shape = path.aspect.value
        let height = min(width / shape, Double(path.size.height))
        return PixelSize(width: even(height * shape, most: path.size.width), height: even(height, most: path.size.height))
    }

    /// The length of a side, or one that is nearly the same, so that nothing has to be scaled.
    private static func even(_ length: Double, near natural: Double, most: Int) -> Int {
        even(abs(length - natural) < 2 ? natural : length, most: most)
    }

    private static func even(_ length: Double, most: Int) -> Int { max(2, min(Int((length / 2).rounded()) * 2, most / 2 * 2)) }

    /// The graph of filters.
    var text: String {
        guard !paddedFrames.isEmpty else { return crop }
        let shown = Double(stored.width) * pixelAspect / Double(stored.height)
        let height = min(Double(size.height), Double(size.width) / shown)
        let (fitWidth, fitHeight) = (Self.even(height * shown, most: size.width), Self.even(height, most: size.height))
        // The ground is the middle of the picture, enlarged from few pixels: blurring all of them would take longer than encoding.
        let few = PixelSize(width: max(4, size.width / 16 * 2), height: max(4, size.height / 16 * 2))
        let padded = FrameFunction(isPadded.map { $0 ? 1 : 0 }, tolerance: 0.1).expression(of: "n")
        return """
            split=3[crop][fit][ground];[crop]\(crop)[cropped];[fit]scale=\(fitWidth):\(fitHeight):flags=bicubic,setsar=1[fitted];\
            [ground]crop=w='min(iw,ih*\(Double(size.width) / Double(size.height) / pixelAspect))'\
            :h='min(ih,iw*\(pixelAspect * Double(size.height) / Double(size.width)))',scale=\(few.width):\(few.height):flags=area,\
            boxblur=lr='min(4,min(w,h)/4)':lp=2:cr='min(2,min(cw,ch)/4)':cp=2,scale=\(size.width):\(size.height):flags=bicubic,setsar=1[blurred];[blurred][fitted]overlay=(W-w)/2:(H-h)/2:format=auto[padded];\
            [cropped][padded]overlay=format=auto:enable='\(padded)'
            """
    }

    private var isPadded: [Bool] {
        var isPadded = [Bool](repeating: false, count: windows.count)
        for frames in paddedFrames { for frame in frames { isPadded[frame] = true } }
        return isPadded
    }

    /// The crop along the path, scaled to the size of the output.
    private var crop: String {
        guard !windows.isEmpty else { return "" }
        let across = Cut(windows.map { ($0.x, $0.width) }, stored: stored.width, size: size.width, detail: detail.width)
        let down = Cut(windows.map { ($0.y, $0.height) }, stored: stored.height, size: size.height, detail: detail.height)
        let part = "crop@window=w=\(across.lengths[0]):h=\(down.lengths[0]):x='\(across.place)':y='\(down.place)'"
        let scale = "scale@window=\(across.scaled[0]):\(down.scaled[0]):flags=bicubic"
        let crop = sizes(across, down) + part + "," + scale
        guard detail.area > 1 else { return crop + ",setsar=1" }
        let fine = "crop=w=\(size.width * detail.width):h=\(size.height * detail.height):x='\(across.finePlace)':y='\(down.finePlace)'"
        return crop + "," + fine + ",scale=\(size.width):\(size.height):flags=area,setsar=1"
    }

    /// The commands that change the size of the window, with a comma at their end. A command comes between the times of two frames.
    private func sizes(_ across: Cut, _ down: Cut) -> String {
        let changes = windows.indices.dropFirst().filter { windows[$0].size != windows[$0 - 1].size }
        guard !changes.isEmpty else { return "" }
        let commands = changes.map { frame in
            let time = (times[frame - 1] + times[frame]) / 2
            // The scaler only sees that its input has another size when it is told its own.
            return "\(Self.decimals(time)) crop@window w \(across.lengths[frame]), crop@window h \(down.lengths[frame]), "
                + "scale@window w \(across.scaled[frame]), scale@window h \(down.scaled[frame])"
        }
        return "sendcmd=c='\(commands.joined(separator: ";"))',"
    }

    /// A time, of which sendcmd reads no exponents.
    private static func decimals(_ time: Double) -> String {
        let microseconds = Int((max(0, time) * 1_000_000).rounded())
        return "\(microseconds / 1_000_000).\(Decimals.padded(microseconds % 1_000_000, to: 6))"
    }
}

/// How windows are cut out along one side: first, with a margin of two pixels where they move, at even places, since odd ones would move colors,
/// which have half the pixels, against the brightness; then, out of that in more detail, where they are.
private struct Cut {
    /// How long the first part is in each frame, and how long when it is scaled.
    let lengths, scaled: [Int]
    /// Where it begins, and where the window begins in it after it was scaled, as expressions of ffmpeg of the number of the frame.
    let place, finePlace: String

    /// - Parameters:
    ///   - windows: The place and the length of the window in each frame.
    ///   - stored: The length of the frames.
    ///   - size: The length of the output.
    ///   - detail: How many times as long what is cut is; 1 to cut once.
    init(_ windows: [(place: Double, length: Int)], stored: Int, size: Int, detail: Int) {
        let most = stored / 2 * 2
        let lengths = windows.map { detail > 1 ? min($0.length + 2, most) : $0.length }
        let scaled = zip(windows, lengths).map { window, length in
            (Double(length * size * detail) / Double(window.length) / 2).rounded(.up) * 2
        }
        let smallest = windows.map { Double($0.length) / Double(size) }.min() ?? 1
        let wanted = FrameFunction(windows.map(\.place), tolerance: 0.2 * min(1, smallest)).expression(of: "n")
        (self.lengths, self.scaled) = (lengths, scaled.map { Int($0) })
        guard detail > 1 else {
            (place, finePlace) = ("2*round((\(wanted))/2)", "0")
            return
        }
        let last = FrameFunction(lengths.map { Double(most - $0) }, tolerance: 0.1).expression(of: "n")
        place = "min(2*floor((\(wanted))/2),\(last))"
        let scale = FrameFunction(zip(scaled, lengths).map { $0 / Double($1) }, tolerance: 0.001).expression(of: "n")
        finePlace = "2*round(((\(wanted))-\(place))*(\(scale))/2)"
    }
}
