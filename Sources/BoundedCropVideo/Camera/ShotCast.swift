internal import BoundedCrop

/// Who of the tracks in a shot is held when.
struct ShotCast {
    /// Frames in which the same tracks are held, as far as they are there; nil for the whole picture.
    struct Scene {
        var frames: Range<Int>
        /// Indices of tracks.
        var held: [Int]?
        /// The tracks of the first and of the second window, where two are shown together; `held` is nil then.
        var halves: [[Int]] = []
        /// Whether the camera cuts to this scene.
        var isCutTo = false
    }

    let tracks: [ShotTrack]
    let times: [Double]
    /// The largest window that the output's shape allows, and the picture.
    let window: PixelSize
    let size: PixelSize
    /// Nil if it is not known.
    let sound: SpeechEnergy?
    let whenApart: CameraOptions.WhenApart

    /// Seconds that the camera stays with some people before it cuts to others, at least and at most.
    private static let (shortest, longest) = (2.5, 6.0)
    /// Seconds between times of being apart that count as one.
    private static let lull = 0.25
    /// Seconds for which it is worth to turn to others.
    private static let absence = ShotTrack.longestAbsence
    /// People who count less than this, beside the most important ones, are not cut to.
    private static let leastWeight = 0.35
    /// The same for people who speak.
    private static let leastWeightOfSpeaker = 0.1
    /// For how much of a shot two people are there and apart who are shown in two windows.
    private static let leastShareOfStack = 0.6
    /// Seconds ahead for which it is decided who is held.
    private static let outlook = 12.0
    /// How much more others must count than those who are held.
    private static let loyalty = 2.0
    /// So many tracks are weighed exactly.
    private static let mostExact = 12

    /// The scenes of a shot, in their order.
    func scenes(of shot: Range<Int>) -> [Scene] {
        if let stacked = stacked(shot) { return [stacked] }
        let all = Array(tracks.indices)
        var scenes: [Scene] = []
        var start = shot.lowerBound
        for apart in apartTimes(of: shot) {
            if start < apart.lowerBound { scenes.append(Scene(frames: start..<apart.lowerBound, held: all)) }
            scenes += self.scenes(apart: apart).flatMap(filled)
            start = apart.upperBound
        }
        if start < shot.upperBound { scenes.append(Scene(frames: start..<shot.upperBound, held: all)) }
        calm(&scenes)
        // A whole picture begins and ends with a cut.
        for index in scenes.indices.dropFirst() where (scenes[index].held == nil) != (scenes[index - 1].held == nil) {
            scenes[index].isCutTo = true
        }
        return scenes
    }

    /// Stays with those who are shown before and after where a scene with others is too short to turn to them.
    private func calm(_ scenes: inout [Scene]) {
        for index in scenes.indices where scenes.count > 1 && seconds(of: scenes[index].frames) < Self.absence {
            guard let held = scenes[index].held else { continue }
            let frames = scenes[index].frames
            let (isFirst, isLast) = (index == 0, index == scenes.count - 1)
            let before = isFirst ? nil : (scenes[index - 1].held ?? []).filter { tracks[$0].isSeen(at: frames.lowerBound - 1) }
            let after = isLast ? nil : (scenes[index + 1].held ?? []).filter { tracks[$0].isSeen(at: frames.upperBound) }
            // Beside a cut of the video, only those who are there.
            let staying = (before ?? after ?? []).filter { track in
                isFirst || isLast ? tracks[track].frames.overlaps(frames) : after?.contains(track) == true
            }
            guard !staying.isEmpty, !staying.contains(where: { held.contains($0) && tracks[$0].frames.overlaps(frames) }) else { continue }
            scenes[index].held = staying
            scenes[index].isCutTo = false
            if !isLast { scenes[index + 1].isCutTo = false }
        }
    }

    /// The frames in which no window holds all who are there, with the short times between them.
    private func apartTimes(of shot: Range<Int>) -> [Range<Int>] {
        guard tracks.count > 1 else { return [] }
        var (low, high) = (
            [SIMD2<Float>](repeating: SIMD2(repeating: .infinity), count: shot.count),
            [SIMD2<Float>](repeating: SIMD2(repeating: -.infinity), count: shot.count)
        )
        for track in tracks where !fills(track) {
            track.forEach(in: shot) { frame, rectangle in
                let index = frame - shot.lowerBound
                low[index] = pointwiseMin(low[index], SIMD2(Float(rectangle.minX), Float(rectangle.minY)))
                high[index] = pointwiseMax(high[index], SIMD2(Float(rectangle.maxX), Float(rectangle.maxY)))
            }
        }
        let room = SIMD2(Float(window.width), Float(window.height))
        var found: [Range<Int>] = []
        for index in low.indices where any(high[index] - low[index] .> room) {
            let frame = shot.lowerBound + index
            if let last = found.last, times[frame] - times[last.upperBound - 1] <= Self.lull {
                found[found.count - 1] = last.lowerBound..<(frame + 1)
            } else {
                found.append(frame..<(frame + 1))
            }
        }
        return found
    }

    /// Whether no window holds it, so that it is shown as a close-up.
    private func fills(_ track: ShotTrack) -> Bool {
        let middle = track.rectangle(at: (track.frames.lowerBound + track.frames.upperBound) / 2)
        return middle.width > Double(window.width) || middle.height > Double(window.height)
    }

    private func scenes(apart: Range<Int>) -> [Scene] {
        switch whenApart {
        case .pad: [Scene(frames: apart, held: nil)]
        case .speaker, .stack: speaking(in: apart) ?? cutting(in: apart)
        case .cut: cutting(in: apart)
        case .largest: staying(in: apart)
        }
    }

    /// The shot with two windows, from the left to the right or from above; nil where it does not have two who are apart for most of the time.
    private func stacked(_ shot: Range<Int>) -> Scene? {
        guard whenApart == .stack else { return nil }
        let apart = apartTimes(of: shot).reduce(0) { $0 + seconds(of: $1) }
        guard apart >= Self.leastShareOfStack * seconds(of: shot) else { return nil }
        let groups = groups(in: shot, atMost: 2, preferring: [], leastWeight: Self.leastWeightOfSpeaker)
        let presence = groups.map { group in Double(shot.count { isThere(group, at: $0) }) / Double(shot.count) }
        guard groups.count == 2, presence.allSatisfy({ $0 >= Self.leastShareOfStack }) else { return nil }
        let places = groups.map { group in group.map { tracks[$0].bounds }.reduce(tracks[group[0]].bounds) { $0.union($1) } }
        let isBeside = abs(places[0].midX - places[1].midX) >= abs(places[0].midY - places[1].midY)
        let isInOrder = isBeside ? places[0].midX <= places[1].midX : places[0].midY <= places[1].midY
        return Scene(frames: shot, held: nil, halves: isInOrder ? groups : groups.reversed())
    }

    private func cutting(in apart: Range<Int>) -> [Scene] {
        seconds(of: apart) >= 2 * Self.shortest ? alternating(in: apart) : staying(in: apart)
    }

    /// With whoever speaks; nil if that is not clear.
    private func speaking(in apart: Range<Int>) -> [Scene]? {
        guard let sound, seconds(of: apart) >= 2 * SpeakerChoice.leastStay else { return nil }
        let groups = groups(in: apart, atMost: 6, preferring: [], leastWeight: Self.leastWeightOfSpeaker)
        guard groups.count > 1 else { return nil }
        let start = times[apart.lowerBound]
        let people = groups.flatMap(\.self)
        let motions = people.map { Array(tracks[$0].motions) }
        let evidence = SpeakerEvidence(sound, motions, from: start, duration: seconds(of: apart))
        guard evidence.clarity >= SpeakerChoice.leastClarity, let stepCount = evidence.scores.first?.count else { return nil }
        let frames = (0..<stepCount).map { step in
            min(max(frame(atTime: start + Double(step) * SpeakerEvidence.step), apart.lowerBound), apart.upperBound - 1)
        }
        let scores = groups.map { group in
            let members = people.indices.filter { group.contains(people[$0]) }
            return (0..<stepCount).map { step in
                let score = members.map { evidence.scores[$0][step] }.max() ?? 0
                return isThere(group, at: frames[step]) ? score : -1
            }
        }
        var scenes: [Scene] = []
        for (step, choice) in SpeakerChoice.choices(scores).enumerated() {
            let end = step + 1 < stepCount ? frames[step + 1] : apart.upperBound
            if let last = scenes.last, last.held == groups[choice] {
                scenes[scenes.count - 1].frames = last.frames.lowerBound..<end
            } else if frames[step] < end {
                let begin = scenes.last?.frames.upperBound ?? apart.lowerBound
                scenes.append(Scene(frames: begin..<end, held: groups[choice], isCutTo: !scenes.isEmpty))
            }
        }
        return scenes
    }

    /// The scene, with others where none of those who are held is seen.
    private func filled(_ scene: Scene) -> [Scene] {
        guard let held = scene.held else { return [scene] }
        var scenes: [Scene] = []
        var start = scene.frames.lowerBound
        func add(_ end: Int, _ people: [Int]) {
            guard start < end else { return }
            let isCutTo = scenes.last.map { isFar(people, from: $0, at: start) } ?? scene.isCutTo
            scenes.append(Scene(frames: start..<end, held: people, isCutTo: isCutTo))
            start = end
        }
        for unseen in unseen(held, in: scene.frames) {
            var next = unseen.lowerBound
            while seconds(of: next..<unseen.upperBound) >= Self.absence {
                let frames = next..<unseen.upperBound
                guard let others = groups(in: frames, atMost: 1, preferring: []).first else { break }
                let seen = others.flatMap { tracks[$0].seen(in: frames) }
                guard let first = seen.map(\.lowerBound).min(), let end = seen.map(\.upperBound).max() else { break }
                if seconds(of: first..<end) >= Self.absence {
                    add(first, held)
                    add(end, others)
                }
                next = end
            }
        }
        add(scene.frames.upperBound, held)
        return scenes
    }

    /// The frames in which none of some people is seen.
    private func unseen(_ people: [Int], in frames: Range<Int>) -> [Range<Int>] {
        frames.gaps(between: people.flatMap { tracks[$0].seen(in: frames) }.sorted { $0.lowerBound < $1.lowerBound })
    }

    /// Whether the camera must cut to some people from those of the scene before, since no window holds both.
    private func isFar(_ people: [Int], from scene: Scene, at frame: Int) -> Bool {
        guard whenApart != .largest, let last = (scene.held ?? []).flatMap({ tracks[$0].seen(in: scene.frames) }).map(\.upperBound).max()
        else { return false }
        let left = (scene.held ?? []).filter { tracks[$0].isSeen(at: last - 1) }.map { tracks[$0].rectangle(at: last - 1) }
        let met = people.filter { tracks[$0].isSeen(at: frame) }.map { tracks[$0].rectangle(at: frame) }
        guard let first = left.first, !met.isEmpty else { return false }
        let both = (left + met).reduce(first) { $0.union($1) }
        return both.width > Double(window.width) || both.height > Double(window.height)
    }

    /// With the most important ones, and with others only where those are much more important.
    private func staying(in apart: Range<Int>) -> [Scene] {
        var scenes: [Scene] = []
        var start = apart.lowerBound
        while start < apart.upperBound {
            let frames = start..<min(apart.upperBound, max(start + 1, frame(atTime: times[start] + Self.outlook)))
            let group = groups(in: frames, atMost: 1, preferring: scenes.last?.held ?? []).first ?? []
            if let last = scenes.last, last.held == group {
                scenes[scenes.count - 1].frames = last.frames.lowerBound..<frames.upperBound
            } else {
                scenes.append(Scene(frames: frames, held: group))
            }
            start = frames.upperBound
        }
        return scenes
    }

    /// With those who were not shown for the longest time.
    private func alternating(in apart: Range<Int>) -> [Scene] {
        var scenes: [Scene] = []
        var shown = [Int: Int]()
        var start = apart.lowerBound
        while start < apart.upperBound {
            let frames = start..<min(apart.upperBound, max(start + 1, frame(atTime: times[start] + Self.outlook)))
            let groups = groups(in: frames, atMost: 4, preferring: [])
            let present = groups.filter { isThere($0, at: start) }
            func lastShown(_ group: [Int]) -> Int { group.map { shown[$0] ?? -1 }.max() ?? -1 }
            let order = (present.isEmpty ? groups : present).enumerated()
                .sorted { (lastShown($0.element), $0.offset) < (lastShown($1.element), $1.offset) }.map(\.element)
            // While nobody is seen, the camera stays.
            let current = (present.isEmpty ? scenes.last?.held : nil) ?? order.first ?? []
            let others = groups.filter { $0 != current }
            let end = others.isEmpty ? frames.upperBound : pause(from: start, before: apart.upperBound, leaving: current, to: others)
            for track in current { shown[track] = end }
            if let last = scenes.last, last.held == current {
                scenes[scenes.count - 1].frames = last.frames.lowerBound..<end
            } else {
                scenes.append(Scene(frames: start..<end, held: current, isCutTo: !scenes.isEmpty))
            }
            start = end
        }
        return scenes
    }

    /// The calmest frame to cut at.
    private func pause(from start: Int, before end: Int, leaving current: [Int], to others: [[Int]]) -> Int {
        var best: (frame: Int, motion: Double)?
        var frame = start
        while frame < end, times[frame] - times[start] < Self.longest {
            if frame > start, !isThere(current, at: frame) { return frame }
            let isLongEnough = times[frame] - times[start] >= Self.shortest && times[end - 1] - times[frame] >= Self.shortest
            if isLongEnough, others.contains(where: { isThere($0, at: frame) }) {
                let moving = (current + others.flatMap(\.self)).filter { tracks[$0].frames.contains(frame) }
                let motion = moving.reduce(0) { $0 + self.motion(of: tracks[$1], at: frame) }
                if motion < best?.motion ?? .infinity { best = (frame, motion) }
            }
            frame += 1
        }
        return best?.frame ?? (times[end - 1] - times[start] < Self.longest ? end : max(frame, start + 1))
    }

    private func isThere(_ group: [Int], at frame: Int) -> Bool { group.contains { tracks[$0].isSeen(at: frame) } }

    /// How fast it moves, in its own sides.
    private func motion(of track: ShotTrack, at frame: Int) -> Double {
        let (before, after) = (track.rectangle(at: max(frame - 3, 0)), track.rectangle(at: frame + 3))
        return (abs(before.midX - after.midX) + abs(before.midY - after.midY)) / max(before.width, 1)
    }

    /// Tracks that a window can hold together whenever they are there: those of the greatest weight, then those of the greatest weight among
    /// the others, and so on.
    private func groups(
        in frames: Range<Int>,
        atMost most: Int,
        preferring held: [Int],
        leastWeight: Double = leastWeight
    ) -> [[Int]] {
        var left = tracks.indices.filter { !tracks[$0].seen(in: frames).isEmpty }
        // Those who stay count more than those who leave.
        let around = frame(atTime: times[frames.lowerBound] - Self.longest)..<frame(atTime: times[frames.upperBound - 1] + Self.longest)
        var weights = [Double](repeating: 0, count: tracks.count)
        for index in left {
            let preference = held.contains(index) ? Self.loyalty : 1
            weights[index] = preference * tracks[index].weight * tracks[index].seen(in: around).reduce(0) { $0 + seconds(of: $1) }
        }
        left.sort { weights[$0] > weights[$1] }
        func weight(_ group: [Int]) -> Double { group.reduce(0) { $0 + weights[$1] } }
        var groups: [[Int]] = []
        let candidates = left
        while !left.isEmpty, groups.count < most {
            let group = heaviestGroup(of: left, candidates, weights, in: frames)
            if let first = groups.first, weight(group) < leastWeight * weight(first) { break }
            groups.append(group.sorted())
            left.removeAll(where: group.contains)
        }
        return groups
    }

    private func frame(atTime time: Double) -> Int { times.partitionPoint { $0 < time } }

    private func seconds(of frames: Range<Int>) -> Double {
        frames.isEmpty ? 0 : times[frames.upperBound - 1] - times[frames.lowerBound] + 0.04
    }

    /// The heaviest group of some tracks, and what fits into the window with it of all.
    ///
    /// - Parameters:
    ///   - some: The heaviest first.
    ///   - all: The heaviest first.
    private func heaviestGroup(of some: [Int], _ all: [Int], _ weights: [Double], in frames: Range<Int>) -> [Int] {
        var known: [SIMD2<Int>: Bool] = [:]
        func fit(_ one: Int, _ other: Int) -> Bool {
            let pair = SIMD2(min(one, other), max(one, other))
            if let fits = known[pair] { return fits }
            let fits = areTogether(tracks[one], tracks[other], in: frames)
            known[pair] = fits
            return fits
        }
        var best: (group: [Int], weight: Double) = ([], -1)
        func extend(_ group: [Int], _ weight: Double, _ rest: ArraySlice<Int>) {
            if weight > best.weight { best = (group, weight) }
            guard let next = rest.first, weight + rest.reduce(0, { $0 + weights[$1] }) > best.weight else { return }
            if group.allSatisfy({ fit($0, next) }) { extend(group + [next], weight + weights[next], rest.dropFirst()) }
            extend(group, weight, rest.dropFirst())
        }
        extend([], 0, some.prefix(Self.mostExact))
        for other in some.dropFirst(Self.mostExact) + all where !best.group.contains(other) && best.group.allSatisfy({ fit($0, other) }) {
            best.group.append(other)
        }
        return best.group
    }

    /// Whether a window holds both in all frames in which both are there.
    private func areTogether(_ one: ShotTrack, _ other: ShotTrack, in frames: Range<Int>) -> Bool {
        let common = one.frames.clamped(to: other.frames).clamped(to: frames)
        var together = true
        one.forEach(in: common) { frame, rectangle in
            guard together else { return }
            let both = rectangle.union(other.rectangle(at: frame))
            together = both.width <= Double(window.width) && both.height <= Double(window.height)
        }
        return together
    }
}
