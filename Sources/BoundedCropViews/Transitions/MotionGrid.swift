internal import BoundedCrop

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
