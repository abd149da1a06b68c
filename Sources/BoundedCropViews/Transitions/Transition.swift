public import BoundedCrop

/// How new content replaces the old: the kind of motion, its duration and its curve.
///
///     surface.show(.picture(photo), .slide(from: .right, .milliseconds(300)))
///     view.displayer = TransitionDisplayer(.flip(from: .left, .milliseconds(500)))
public struct Transition: Sendable {
    /// An edge of the surface.
    public enum Edge: String, Hashable, Sendable, CaseIterable {
        /// The left edge.
        case left
        /// The right edge.
        case right
        /// The top edge.
        case top
        /// The bottom edge.
        case bottom
    }

    /// The kind of motion.
    package enum Style: Hashable, Sendable {
        /// The new content appears immediately.
        case none
        /// The new content fades in while the old fades out.
        case crossfade
        /// The new content comes in from an edge and pushes the old out.
        case slide(Edge)
        /// The old content turns like a card, with this edge towards the viewer, until the new content on its back is visible.
        case flip(Edge)
        /// A function of the program's own, known by this name.
        case custom(String)
    }

    /// The kind of motion.
    package let style: Style
    /// The duration; never negative. Zero means immediately.
    public let duration: Duration
    /// The course of the motion.
    public let curve: AnimationCurve
    let draw: (@Sendable (PixelBuffer, PixelBuffer, Double) throws -> PixelBuffer)?
    /// Draws the continuation of transitions under way, given the elapsed share of the duration; used instead of the style.
    let frame: (@Sendable (Double) throws -> PixelBuffer)?

    private init(
        _ style: Style,
        _ duration: Duration,
        _ curve: AnimationCurve,
        draw: (@Sendable (PixelBuffer, PixelBuffer, Double) throws -> PixelBuffer)? = nil,
        frame: (@Sendable (Double) throws -> PixelBuffer)? = nil
    ) {
        self.style = style
        self.duration = max(duration, .zero)
        self.curve = curve
        self.draw = draw
        self.frame = frame
    }

    /// The rest of this transition. Surfaces that do not draw for themselves see one of the same style.
    /// - Parameter frame: Returns what is visible after a share of the rest, 0...1.
    func continued(for rest: Duration, frame: @escaping @Sendable (Double) throws -> PixelBuffer) -> Transition {
        Transition(style, rest, curve, frame: frame)
    }

    /// Immediately.
    public static let none = Transition(.none, .zero, .linear)

    /// A crossfade, also known as a cross-dissolve.
    public static func crossfade(_ duration: Duration, curve: AnimationCurve = .linear) -> Transition {
        Transition(.crossfade, duration, curve)
    }

    /// The new content comes in from an edge and pushes the old out.
    public static func slide(from edge: Edge, _ duration: Duration, curve: AnimationCurve = .easeInOut) -> Transition {
        Transition(.slide(edge), duration, curve)
    }

    /// The content turns like a card with the new content on its back. The named edge of the old content comes towards the viewer.
    public static func flip(from edge: Edge, _ duration: Duration, curve: AnimationCurve = .easeInOut) -> Transition {
        Transition(.flip(edge), duration, curve)
    }

    /// A transition drawn by a function.
    /// - Parameters:
    ///   - name: Tells it apart from other functions: two custom transitions of the same name, duration and curve are equal.
    ///   - duration: The duration.
    ///   - curve: The course of the progress.
    ///   - draw: Returns what is visible, given the old content, the new content of the same size, and the progress, 0...1. It may be
    ///     called on any thread.
    public static func custom(
        _ name: String,
        _ duration: Duration,
        curve: AnimationCurve = .easeInOut,
        draw: @escaping @Sendable (_ old: PixelBuffer, _ new: PixelBuffer, _ progress: Double) throws -> PixelBuffer
    ) -> Transition {
        Transition(.custom(name), duration, curve, draw: draw)
    }
}

extension Transition: Hashable {
    /// Whether style, duration and curve are equal: functions cannot be compared.
    public static func == (first: Transition, second: Transition) -> Bool {
        (first.style, first.duration, first.curve) == (second.style, second.duration, second.curve)
    }

    /// Hashes style, duration and curve.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(style)
        hasher.combine(duration)
        hasher.combine(curve)
    }
}

extension Transition {
    /// Returns what is visible during the transition. Surfaces that draw for themselves call it once a frame.
    /// - Parameters:
    ///   - old: What was visible before.
    ///   - new: What will be visible afterwards, in the same size.
    ///   - time: The elapsed share of the duration, 0...1. From 1 on, the new picture is returned.
    /// - Throws: `invalidArgument` if the sizes differ, and what the function of a custom transition throws.
    public func picture(from old: PixelBuffer, to new: PixelBuffer, at time: Double) throws -> PixelBuffer {
        guard old.size == new.size else {
            throw BoundedCropError(.invalidArgument, "\(old.size) cannot become \(new.size) in a transition")
        }
        guard time < 1 else { return new }
        if let frame { return try frame(max(time, 0)).fitted(on: new.size) }
        let progress = curve.progress(at: time)
        switch style {
        case .none:
            return new
        case .crossfade:
            return old.blended(with: new, at: progress)
        case .slide(let edge):
            return old.pushed(out: new, from: edge, progress)
        case .flip(let edge):
            let angle = progress * .pi
            return progress < 0.5 ? old.turned(edge, by: angle) : new.turned(edge.opposite, by: .pi - angle)
        case .custom:
            let picture = try draw?(old, new, progress) ?? new
            return picture.size == new.size ? picture : try picture.resized(to: new.size)
        }
    }
}

extension Transition.Edge {
    /// The edge on the other side.
    var opposite: Self {
        switch self {
        case .left: .right
        case .right: .left
        case .top: .bottom
        case .bottom: .top
        }
    }
}

/// The course of an animation from its start to its end.
public enum AnimationCurve: String, Hashable, Sendable, CaseIterable {
    /// Constant speed: t.
    case linear
    /// Starts slowly: t².
    case easeIn
    /// Ends slowly: 1 - (1 - t)².
    case easeOut
    /// Starts and ends slowly: t²(3 - 2t).
    case easeInOut

    /// Returns the progress, 0...1, at a share of the duration, 0...1. Times outside this range are clamped.
    package func progress(at time: Double) -> Double {
        let time = min(max(time, 0), 1)
        return switch self {
        case .linear: time
        case .easeIn: time * time
        case .easeOut: 1 - (1 - time) * (1 - time)
        case .easeInOut: time * time * (3 - 2 * time)
        }
    }
}

/// The pixels of a picture, counted along a motion and across it, so that horizontal and vertical motions are one.
struct MotionGrid {
    /// The number of pixels along the motion.
    let length: Int
    /// The number of pixels across it.
    let breadth: Int
    private let step: Int
    private let lineStep: Int

    /// - Parameter edge: The edge that the motion begins at.
    init(_ size: PixelSize, from edge: Transition.Edge) {
        let row = size.width * 4
        switch edge {
        case .left, .right: (length, breadth, step, lineStep) = (size.width, size.height, 4, row)
        case .top, .bottom: (length, breadth, step, lineStep) = (size.height, size.width, row, 4)
        }
    }

    /// The index of a pixel's first byte.
    func index(_ along: Int, _ across: Int) -> Int { along * step + across * lineStep }
}

extension Transition.Edge {
    /// Whether pixels are counted from this edge.
    var isFirst: Bool { self == .left || self == .top }
}
