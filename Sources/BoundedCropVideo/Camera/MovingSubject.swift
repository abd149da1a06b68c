internal import BoundedCrop

/// Where something moves in a video, for shots in which no face is found: a match, an animal.
struct MovingSubject: Sendable {
    /// What moved in half a second: how much in each column and each row of the thumbnails.
    private struct Part {
        let frame: Int
        var columns: [Float]
        var rows: [Float]
        var amount: Float { columns.reduce(0, +) }
    }

    private var parts: [Part] = []
    private var previous: Thumbnail?
    private var start = -Double.infinity
    private var frames: Float = 0

    /// Seconds that are one part, and for how many before and after a part it counts, too.
    private static let (length, reach) = (0.5, 1.0)
    /// Gray values from which a pixel has changed.
    private static let change = 14
    /// The share of the picture that moves where something moves in front of what stands.
    private static let (leastShare, mostShare): (Float, Float) = (0.002, 0.3)
    /// The part of the window in its middle that stays on the subject, of its sides.
    private static let core = 0.4

    /// Adds the next frame.
    mutating func add(_ thumbnail: Thumbnail, frame: Int, at time: Double) {
        defer { previous = thumbnail }
        guard let previous else { return }
        if time - start >= Self.length {
            finish()
            let (columns, rows) = ([Float](repeating: 0, count: thumbnail.width), [Float](repeating: 0, count: thumbnail.height))
            parts.append(Part(frame: frame, columns: columns, rows: rows))
            (start, frames) = (time, 0)
        }
        let last = parts.count - 1
        guard last >= 0 else { return }
        frames += 1
        for row in 0..<thumbnail.height {
            for column in 0..<thumbnail.width {
                let place = row * thumbnail.width + column
                guard abs(Int(thumbnail.bytes[place]) - Int(previous.bytes[place])) >= Self.change else { continue }
                parts[last].columns[column] += 1
                parts[last].rows[row] += 1
            }
        }
    }

    /// Makes the last part a mean, as shares of the picture.
    private mutating func finish() {
        guard let last = parts.indices.last, frames > 0 else { return }
        let area = frames * Float(parts[last].columns.count * parts[last].rows.count)
        for index in parts[last].columns.indices { parts[last].columns[index] /= area }
        for index in parts[last].rows.indices { parts[last].rows[index] /= area }
        frames = 0
    }

    /// The places to hold in a shot; nil where nothing moves, or everything.
    ///
    /// - Parameters:
    ///   - picture: The part of the frames without bars.
    ///   - window: The size of the window.
    func track(in shot: Range<Int>, _ picture: PixelRect, of size: PixelSize, window: PixelSize) -> ShotTrack? {
        var known = self
        known.finish()
        let near = known.parts.filter { shot.contains($0.frame) }
        // The first one also has the change from the shot before.
        let moving = near.dropFirst().filter { (Self.leastShare...Self.mostShare).contains($0.amount) }
        guard near.count > 3, 2 * moving.count >= near.count else { return nil }
        let reach = Int((Self.reach / Self.length).rounded())
        let sightings = near.indices.compactMap { index -> ShotTrack.Sighting? in
            let around = near[max(1, index - reach)...min(near.count - 1, index + reach)]
                .filter { (Self.leastShare...Self.mostShare).contains($0.amount) }
            guard !around.isEmpty else { return nil }
            func middle(_ values: KeyPath<Part, [Float]>, _ length: Int) -> Double {
                // The median of what moves, beside which single things do not count.
                let sums = around[0][keyPath: values].indices.map { place in around.reduce(Float(0)) { $0 + $1[keyPath: values][place] } }
                let half = sums.reduce(0, +) / 2
                var sum: Float = 0
                for (place, value) in sums.enumerated() {
                    if sum + value >= half, value > 0 {
                        return (Double(place) + Double((half - sum) / value)) / Double(sums.count) * Double(length)
                    }
                    sum += value
                }
                return Double(length) / 2
            }
            let (x, y) = (middle(\.columns, size.width), middle(\.rows, size.height))
            let (width, height) = (Self.core * Double(window.width), Self.core * Double(window.height))
            let core = Rect(x: x - width / 2, y: y - height / 2, width: width, height: height)
            let seen = core.intersection(picture.rect)
            return seen.isEmpty ? nil : .init(Feature(seen, kind: .region), frame: near[index].frame)
        }
        guard let first = sightings.first else { return nil }
        return ShotTrack(id: -1, priority: first.feature.countedPriority, sightings: sightings, frames: shot)
    }
}
