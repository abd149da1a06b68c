internal import CLibrary

/// How loud the sound of a video is, in the band of speech, and on which side.
package struct SpeechEnergy: Hashable, Sendable {
    /// The values for each second.
    package static let rate = 25

    /// Decibels of full loudness, from the start of the video.
    package private(set) var levels: [Float] = []
    /// How much more of it is on the right, -1...1.
    package private(set) var sides: [Float] = []

    package init() {}

    /// Adds the next value.
    ///
    /// - Parameters:
    ///   - left: The mean square of the samples of the left channel, of 1.
    ///   - right: That of the right channel.
    package mutating func add(left: Double, right: Double) {
        let sum = left + right
        levels.append(Float(10 * log10(max(sum / 2, 1e-9))))
        sides.append(sum > 1e-9 ? Float((right - left) / sum) : 0)
    }

    /// The values of some time: as many as it has 1/25 of a second, silence where there is no sound.
    func part(from start: Double, count: Int) -> (levels: [Float], sides: [Float]) {
        let first = Int((start * Double(Self.rate)).rounded())
        let indices = first..<(first + count)
        return (
            indices.map { levels.indices.contains($0) ? levels[$0] : -90 },
            indices.map { sides.indices.contains($0) ? sides[$0] : 0 }
        )
    }
}
