internal import BoundedCrop

/// The filter of ffmpeg that crops the upright frames of a video along a path.
struct PathFilter {
    /// A window in stored pixels.
    private struct Window: Equatable {
        var x, y: Double
        var width, height: Int
    }

    /// The even size of the frames that it makes.
    let size: PixelSize
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
        self.size = size ?? natural
    }

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
        guard let first = windows.first else { return "" }
        let (x, y) = (FrameFunction(windows.map(\.x), tolerance: 0.2), FrameFunction(windows.map(\.y), tolerance: 0.2))
        // Where colors have half the pixels, odd places would move them against the brightness: that looks bad, and takes more bytes.
        let (across, down) = ("2*round((\(x.expression(of: "n")))/2)", "2*round((\(y.expression(of: "n")))/2)")
        let scale = "scale@window=\(size.width):\(size.height):flags=bicubic,setsar=1"
        return "\(sizes)crop@window=w=\(first.width):h=\(first.height):x='\(across)':y='\(down)',\(scale)"
    }

    /// The commands that change the size of the window, with a comma at their end. A command comes between the times of two frames.
    private var sizes: String {
        let changes = windows.indices.dropFirst().filter {
            (windows[$0].width, windows[$0].height) != (windows[$0 - 1].width, windows[$0 - 1].height)
        }
        guard !changes.isEmpty else { return "" }
        let commands = changes.map { frame in
            let time = (times[frame - 1] + times[frame]) / 2
            // The scaler only sees that its input has another size when it is told its own.
            return "\(Self.decimals(time)) crop@window w \(windows[frame].width), crop@window h \(windows[frame].height), "
                + "scale@window w \(size.width)"
        }
        return "sendcmd=c='\(commands.joined(separator: ";"))',"
    }

    /// A time, of which sendcmd reads no exponents.
    private static func decimals(_ time: Double) -> String {
        let microseconds = Int((max(0, time) * 1_000_000).rounded())
        return "\(microseconds / 1_000_000).\(Decimals.padded(microseconds % 1_000_000, to: 6))"
    }
}
