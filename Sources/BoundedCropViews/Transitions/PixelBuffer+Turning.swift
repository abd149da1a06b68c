internal import BoundedCrop
internal import CLibrary

extension PixelBuffer {
    /// This picture as a card that is turned about its middle, in perspective on a transparent background.
    ///
    /// The card is two units long and seen from a distance of three. It is moved back as far as its near edge comes forward, so that
    /// nothing of it leaves the picture.
    /// - Parameters:
    ///   - edge: The edge that is nearer to the viewer.
    ///   - angle: In radians; 0 for not turned, half of pi for invisible.
    func turned(_ edge: Transition.Edge, by angle: Double) -> PixelBuffer {
        let grid = MotionGrid(size, from: edge)
        let distance = 3.0
        let (depth, breadth) = (sin(angle) * (edge.isFirst ? 1 : -1), cos(angle))
        let middle = distance + abs(depth)
        return PixelBuffer(size: size) { output in
            bytes.withUnsafeBufferPointer { input in
                for along in 0..<grid.length {
                    // A point at x on the card is seen at x * breadth * distance / (middle + x * depth).
                    let seen = Self.unit(along, of: grid.length)
                    let share = distance * breadth - seen * depth
                    guard share > 0 else { continue }
                    let x = seen * middle / share
                    guard let source = Self.pixel(at: x, of: grid.length) else { continue }
                    let magnification = (middle + x * depth) / distance
                    for across in 0..<grid.breadth {
                        let y = Self.unit(across, of: grid.breadth) * magnification
                        guard let line = Self.pixel(at: y, of: grid.breadth) else { continue }
                        let (from, to) = (grid.index(source, line), grid.index(along, across))
                        for channel in 0..<4 { output[to + channel] = input[from + channel] }
                    }
                }
            }
        }
    }

    /// The place of a pixel's middle, where the first edge is at -1 and the last at 1.
    private static func unit(_ pixel: Int, of count: Int) -> Double { (Double(pixel) + 0.5) / Double(count) * 2 - 1 }

    /// The pixel at such a place; nil outside.
    private static func pixel(at place: Double, of count: Int) -> Int? {
        abs(place) < 1 ? min(Int((place + 1) / 2 * Double(count)), count - 1) : nil
    }
}
