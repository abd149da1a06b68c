import BoundedCrop
import Foundation
import Testing

@testable import BoundedCropVideo

/// Who is shown in an interview, by its sound and by the mouths.
@Suite struct SpeakerTests {
    @Test(arguments: [
        MadeInterview.Sound(), .init(noise: 0.1), .init(noise: 0.5), .init(music: 0.3), .init(side: 0.5), .init(laughter: true),
    ])
    func whoSpeaksIsShown(sound: MadeInterview.Sound) {
        var (shown, spoken, cuts) = (0, 0, 0)
        for seed in 0..<4 {
            let made = MadeInterview(seed: seed, seconds: 60, sound)
            let evidence = SpeakerEvidence(made.energy, made.motions, from: 0, duration: 60)
            #expect(evidence.clarity >= SpeakerChoice.leastClarity)
            let choices = SpeakerChoice.choices(evidence.scores)
            for (index, speaker) in made.speakers.enumerated() {
                guard let speaker else { continue }
                spoken += 1
                if choices[min(choices.count - 1, index / 10)] == speaker { shown += 1 }
            }
            cuts += zip(choices, choices.dropFirst()).count { $0 != $1 }
        }
        #expect(Double(shown) >= 0.9 * Double(spoken), "\(sound)")
        #expect(cuts <= 4 * 15)
    }

    @Test func aVoiceOfSomebodyElseIsNoEvidence() {
        let made = MadeInterview(seed: 3, seconds: 60, .init(noise: 0.05))
        var random = Noise(seed: 5)
        let still = made.motions.map { $0.map { (time: $0.time, motion: Float(0.02 * random.next())) } }
        #expect(SpeakerEvidence(made.energy, still, from: 0, duration: 60).clarity < SpeakerChoice.leastClarity)
        let silence = SpeakerEvidence(SpeechEnergy(), made.motions, from: 0, duration: 60)
        #expect(silence.clarity == 0)
        #expect(SpeakerEvidence(made.energy, [], from: 0, duration: 60).scores.isEmpty)
        #expect(SpeakerEvidence(made.energy, made.motions, from: 900, duration: 3).clarity == 0)
    }

    @Test func nobodyIsShownForLessThanTheLeastStay() {
        var random = Noise(seed: 2)
        let scores = (0..<3).map { _ in (0..<400).map { _ in 4 * random.next() - 2 } }
        let choices = SpeakerChoice.choices(scores)
        var stays: [Int] = []
        var start = 0
        for index in 1...choices.count where index == choices.count || choices[index] != choices[index - 1] {
            stays.append(index - start)
            start = index
        }
        #expect(stays.count > 3 && stays.allSatisfy { $0 >= 15 })
        #expect(SpeakerChoice.choices([]).isEmpty && SpeakerChoice.choices([[]]).isEmpty)
    }

    @Test func theCameraIsThereBeforeTheFirstWord() {
        let scores = [(0..<100).map { $0 < 50 ? 1.0 : -1 }, (0..<100).map { $0 < 50 ? -1.0 : 1 }]
        #expect(SpeakerChoice.choices(scores).firstIndex(of: 1) == 48)
    }

    @Test func theCameraCutsBetweenTheSpeakersOfAVideo() throws {
        let made = MadeInterview(seed: 1, seconds: 30, .init())
        let video = MadeVideo(seconds: 30, rate: 25) { _ in [MadeVideo.face(0.15), MadeVideo.face(0.85)] }
        func path(_ whenApart: CameraOptions.WhenApart, hasSound: Bool = true) throws -> CameraPath {
            var analysis = CameraAnalysis(size: video.size)
            for (index, frame) in video.observations().enumerated() {
                var frame = frame
                if index > 0 { frame.motions = made.motions.map { $0[index - 1].motion } }
                try analysis.add(frame)
            }
            analysis.sound = hasSound ? made.energy : nil
            var options = CameraOptions(CropRequest(.aspect(AspectRatio(9, 16))))
            options.whenApart = whenApart
            return try analysis.path(options)
        }
        let speaker = try path(.speaker)
        let spoken = made.speakers.indices.filter { made.speakers[$0] != nil }
        let shown = spoken.count { index in
            (speaker.window(frame: index / 4).midX > 960) == (made.speakers[index] == 1)
        }
        #expect(Double(shown) >= 0.9 * Double(spoken.count))
        #expect(speaker.shots.dropFirst().allSatisfy { $0.opening == .people })
        #expect(try path(.speaker, hasSound: false) == path(.cut))
    }

    @Test func aMouthThatMovesIsMeasuredAndAHeadThatMovesIsNot() {
        let size = PixelSize(width: 120, height: 100)
        let face = Feature(Rect(x: 20, y: 10, width: 60, height: 80))
        func luma(mouth: UInt8, all: UInt8 = 0) -> [UInt8] {
            (0..<size.area).map { place in
                let (x, y) = (place % size.width, place / size.width)
                return (x > 35 && x < 65 && y > 65 && y < 80 ? mouth : 120) + all
            }
        }
        var motion = MouthMotion(size: size)
        #expect(motion.motions(in: luma(mouth: 100)).isEmpty)
        motion.look(at: [face, Feature(Rect(x: 0, y: 0, width: 5, height: 5)), Feature(Rect(x: -40, y: 90, width: 60, height: 80))])
        let opened = motion.motions(in: luma(mouth: 60))
        #expect(opened[0] > 0.1 && opened[1].isNaN && opened[2].isNaN)
        #expect(motion.motions(in: luma(mouth: 60))[0] == 0)
        #expect(motion.motions(in: luma(mouth: 60, all: 30))[0] < 0.01)
    }
}

/// Two people who speak in turn: the sound, and how much their mouths move.
struct MadeInterview {
    struct Sound: Sendable {
        var noise = 0.0
        var music = 0.0
        /// How much more each is heard on the own side.
        var side = 0.0
        /// Whether who listens laughs at times.
        var laughter = false
    }

    private(set) var energy = SpeechEnergy()
    /// At 25 frames/s, from the second frame on.
    private(set) var motions: [[(time: Double, motion: Float)]] = [[], []]
    /// Who speaks in each hundredth of a second.
    private(set) var speakers: [Int?]

    init(seed: Int, seconds: Double, _ sound: Sound) {
        var random = Noise(seed: seed)
        let count = Int(seconds * 100)
        speakers = .init(repeating: nil, count: count)
        var mouth = [Double](repeating: 0, count: count)
        var (time, speaker) = (0.5, seed % 2)
        while time < seconds {
            let end = min(seconds, time + 1.5 + 7.5 * random.next() * random.next())
            while time < end {
                let (length, size) = (0.12 + 0.18 * random.next(), 0.4 + 0.6 * random.next())
                let pause = random.next() < 0.08 ? 0.3 : 0.02
                for index in Int(time * 100)..<min(count, Int((time + length + pause) * 100)) {
                    mouth[index] = size * sin(.pi * min(1, max(0, (Double(index) / 100 - time) / length)))
                    speakers[index] = speaker
                }
                time += length + pause
            }
            time += 0.1 + 0.9 * random.next()
            if random.next() < 0.85 { speaker = 1 - speaker }
        }
        for value in 0..<Int(seconds * 25) {
            let song = sound.music * 0.01 * (0.5 + 0.5 * sin(Double(value) * 0.48) * sin(Double(value) * 0.13)) * random.next()
            let background = sound.noise * 0.005 * (0.5 + random.next()) + song + 1e-7
            var (left, right) = (background, background)
            for index in (4 * value)..<min(count, 4 * value + 4) {
                let loudness = mouth[index] * mouth[index] * 0.01 * (0.7 + 0.6 * random.next()) / 4
                let side = speakers[index] == 0 ? -sound.side : sound.side
                left += loudness * (1 - side)
                right += loudness * (1 + side)
            }
            energy.add(left: left, right: right)
        }
        for frame in 1..<Int(seconds * 25) {
            let (before, now) = (min(count - 1, 4 * frame - 4), min(count - 1, 4 * frame))
            for person in 0..<2 {
                let speaks = speakers[now] == person || speakers[before] == person
                var motion = 0.006 * random.next() + (speaks ? 0.12 * abs(mouth[now] - mouth[before]) : 0)
                if sound.laughter, frame / 100 % 5 == 2 * person, !speaks { motion += 0.04 * abs(sin(Double(frame) * 0.36)) }
                motions[person].append((Double(frame) / 25, Float(motion)))
            }
        }
    }
}
