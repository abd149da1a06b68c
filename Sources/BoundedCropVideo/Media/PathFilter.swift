internal import BoundedCrop

/// The filter of ffmpeg that crops the upright frames of a video along a path. Windows move by half a pixel of the output.
struct PathFilter {
    /// The even size of the frames that it makes.
    let size: PixelSize
    private let crop: WindowCrop
    /// The first and the second one of two windows that are shown together; none if no shot has two.
    private let halves: [WindowCrop]
    private let paddedFrames, stackedFrames: [Range<Int>]
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
        let (across, down) = (Double(stored.width) / Double(path.size.width), Double(stored.height) / Double(path.size.height))
        let natural = Self.naturalSize(of: path)
        let size = size ?? natural
        self.size = size
        func place(_ rectangle: Rect, near natural: PixelSize) -> WindowCrop.Window {
            let rectangle = rectangle.scaled(x: across, y: down)
            let width = Self.even(rectangle.width, near: Double(natural.width) * across, most: source.size.width)
            let height = Self.even(rectangle.height, near: Double(natural.height) * down, most: source.size.height)
            let x = min(max(0, rectangle.midX - Double(width) / 2), Double(source.size.width - width))
            let y = min(max(0, rectangle.midY - Double(height) / 2), Double(source.size.height - height))
            return .init(x: x, y: y, width: width, height: height)
        }
        func frames(_ isWanted: (CameraPath.Shot) -> Bool) -> [Range<Int>] { path.shots.filter(isWanted).map { $0.start..<$0.end } }
        (paddedFrames, stackedFrames) = (frames { $0.motion == .pad }, frames { $0.motion == .stack })
        var windows: [WindowCrop.Window] = []
        windows.reserveCapacity(times.count)
        let center = CropWindow.largest(path.aspect, in: path.size)
        let unseen = Rect(
            x: Double(path.size.width - center.width) / 2,
            y: Double(path.size.height - center.height) / 2,
            width: Double(center.width),
            height: Double(center.height)
        )
        for shot in path.shots {
            for frame in shot.start..<shot.end {
                windows.append(place(shot.motion == .stack ? unseen : path.window(frame: frame), near: natural))
            }
        }
        let shots = frames { $0.motion != .pad && $0.motion != .stack }
        crop = WindowCrop("window", windows, shots: shots, of: self.stored, to: size, times: times)
        guard let first = stackedFrames.first?.lowerBound else {
            halves = []
            return
        }
        let stacked = stackedFrames
        halves = zip(["first", "second"], Self.halves(of: size, path.aspect)).enumerated().map { index, half in
            func window(_ frame: Int) -> Rect { (index == 0 ? path.window(frame: frame) : path.secondWindow(frame: frame)) ?? unseen }
            // Where none is shown, the last one stays.
            var shown = window(first)
            var windows: [WindowCrop.Window] = []
            for shot in path.shots {
                for frame in shot.start..<shot.end {
                    if shot.motion == .stack { shown = window(frame) }
                    windows.append(place(shown, near: half.1))
                }
            }
            return WindowCrop(half.0, windows, shots: stacked, of: source.size, to: half.1, times: times)
        }
    }

    /// The even sizes of the two parts of a picture that shows two windows.
    private static func halves(of size: PixelSize, _ aspect: AspectRatio) -> [PixelSize] {
        if aspect.isTall {
            let height = even(Double(size.height) / 2, most: size.height)
            return [PixelSize(width: size.width, height: height), PixelSize(width: size.width, height: max(2, size.height - height))]
        }
        let width = even(Double(size.width) / 2, most: size.width)
        return [PixelSize(width: width, height: size.height), PixelSize(width: max(2, size.width - width), height: size.height)]
    }

    /// As many pixels as the largest window has, with even sides, in the shape of the path.
    static func naturalSize(of path: CameraPath) -> PixelSize {
        let cropped = path.shots.filter { $0.motion != .pad && $0.motion != .stack }
        let widths = cropped.flatMap { $0.windows.map(\.rectangle.width) }
        let isStacked = path.shots.contains { $0.motion == .stack }
        let width = widths.max() ?? Double(isStacked ? CropWindow.largest(path.aspect, in: path.size).width : path.size.width)
        let shape = path.aspect.value
        // Rounded down together: a side that is rounded by itself changes the shape.
        let largest = path.size.even
        let height = min(width / shape, Double(largest.height), Double(largest.width) / shape)
        return PixelSize(width: even(height * shape, most: path.size.width), height: even(height, most: path.size.height))
    }

    /// The length of a side, or one that is nearly the same, so that nothing has to be scaled.
    private static func even(_ length: Double, near natural: Double, most: Int) -> Int {
        even(abs(length - natural) < 2 ? natural : length, most: most)
    }

    private static func even(_ length: Double, most: Int) -> Int { max(2, min(Int((length / 2).rounded()) * 2, most / 2 * 2)) }

    /// The graph of filters.
    var text: String { padding(stacking(crop.text)) }

    /// Lays two windows over what filters make, where two are shown.
    private func stacking(_ filters: String) -> String {
        guard halves.count == 2 else { return filters }
        let join = halves[0].size.width == size.width ? "vstack" : "hstack"
        return """
            split=3[one][first][second];[one]\(filters)[single];[first]\(halves[0].text)[upper];[second]\(halves[1].text)[lower];\
            [upper][lower]\(join)[stacked];[single][stacked]overlay=format=auto:enable='\(isIn(stackedFrames))'
            """
    }

    /// Lays the whole picture over what filters make, where it is shown.
    private func padding(_ filters: String) -> String {
        guard !paddedFrames.isEmpty else { return filters }
        let shown = Double(stored.width) * pixelAspect / Double(stored.height)
        let height = min(Double(size.height), Double(size.width) / shown)
        let (fitWidth, fitHeight) = (Self.even(height * shown, most: size.width), Self.even(height, most: size.height))
        // The ground is the middle of the picture, enlarged from few pixels: blurring all of them would take longer than encoding.
        let few = PixelSize(width: max(4, size.width / 16 * 2), height: max(4, size.height / 16 * 2))
        return """
            split=3[crop][fit][ground];[crop]\(filters)[cropped];[fit]scale=\(fitWidth):\(fitHeight):flags=bicubic,setsar=1[fitted];\
            [ground]crop=w='min(iw,ih*\(Double(size.width) / Double(size.height) / pixelAspect))'\
            :h='min(ih,iw*\(pixelAspect * Double(size.height) / Double(size.width)))',scale=\(few.width):\(few.height):flags=area,\
            boxblur=lr='min(4,min(w,h)/4)':lp=2:cr='min(2,min(cw,ch)/4)':cp=2,scale=\(size.width):\(size.height):flags=bicubic,setsar=1[blurred];[blurred][fitted]overlay=(W-w)/2:(H-h)/2:format=auto[padded];\
            [cropped][padded]overlay=format=auto:enable='\(isIn(paddedFrames))'
            """
    }

    /// An expression that is 1 in some frames.
    private func isIn(_ frames: [Range<Int>]) -> String {
        var values = [Double](repeating: 0, count: crop.windows.count)
        for frames in frames { for frame in frames { values[frame] = 1 } }
        return FrameFunction(values, tolerance: 0.1).expression(of: "n")
    }
}
