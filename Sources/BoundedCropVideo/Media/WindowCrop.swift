internal import BoundedCrop

/// The filters of ffmpeg that crop a window, which may move and change its size, out of the upright frames of a video, and scale it.
struct WindowCrop {
    /// A window in stored pixels.
    struct Window: Equatable {
        var x, y: Double
        var width, height: Int

        var size: PixelSize { PixelSize(width: width, height: height) }
    }

    /// What its filters are called, unlike those of other windows.
    let name: String
    /// For each frame.
    let windows: [Window]
    /// The frames of the video, and of the result.
    let stored, size: PixelSize
    let times: [Double]
    /// How many times as many columns and rows as the output has what a moving window is cut out of. Filters of ffmpeg cut at even places, which
    /// are half pixels of the output then. 1 where no window moves.
    private let detail: PixelSize

    /// - Parameter shots: The frames of each shot in which the window counts.
    init(_ name: String, _ windows: [Window], shots: [Range<Int>], of stored: PixelSize, to size: PixelSize, times: [Double]) {
        (self.name, self.windows, self.stored, self.size, self.times) = (name, windows, stored, size, times)
        func detail(_ length: Int, _ place: (Window) -> Double) -> Int {
            let moves = shots.contains { shot in windows[shot].contains { place($0) != place(windows[shot.lowerBound]) } }
            return moves ? max(1, min(4, Self.longestSide / length)) : 1
        }
        self.detail = PixelSize(width: detail(size.width, \.x), height: detail(size.height, \.y))
    }

    /// The longest side of what ffmpeg is to scale to.
    private static let longestSide = 16_384

    /// The filters.
    var text: String {
        guard !windows.isEmpty else { return "" }
        let across = Cut(windows.map { ($0.x, $0.width) }, stored: stored.width, size: size.width, detail: detail.width)
        let down = Cut(windows.map { ($0.y, $0.height) }, stored: stored.height, size: size.height, detail: detail.height)
        let part = "crop@\(name)=w=\(across.lengths[0]):h=\(down.lengths[0]):x='\(across.place)':y='\(down.place)'"
        let scale = "scale@\(name)=\(across.scaled[0]):\(down.scaled[0]):flags=bicubic"
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
            return "\(Self.decimals(time)) crop@\(name) w \(across.lengths[frame]), crop@\(name) h \(down.lengths[frame]), "
                + "scale@\(name) w \(across.scaled[frame]), scale@\(name) h \(down.scaled[frame])"
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
