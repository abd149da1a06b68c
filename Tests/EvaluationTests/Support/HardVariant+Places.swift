import BoundedCrop
import Foundation

/// Changes that move the face.
extension HardVariant {
    func turned(_ picture: PixelBuffer, _ orientation: ImageOrientation) throws -> PixelBuffer {
        var copy = picture
        try copy.orient(orientation)
        return copy
    }

    /// Turned clockwise about the center, on a square whose corners repeat the edge. The label bounds the turned ellipse of the face.
    func turned(_ picture: PixelBuffer, _ face: Rect, by degrees: Double) throws -> (PixelBuffer, Rect) {
        let side = Int((Double(picture.width + picture.height) * 0.75).rounded())
        let (x, y) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (half, middle) = (Double(side) / 2, Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2))
        let grid = SamplingGrid(
            origin: Point(x: middle.x - half * (x + y), y: middle.y - half * (x - y)),
            across: Point(x: x, y: -y),
            down: Point(x: y, y: x)
        )
        let turned = try picture.sampled(grid, to: PixelSize(width: side, height: side))
        let (across, down) = (face.midX - middle.x, face.midY - middle.y)
        let center = Point(x: half + across * x - down * y, y: half + across * y + down * x)
        let (width, height) = (hypot(face.width * x, face.height * y), hypot(face.width * y, face.height * x))
        return (turned, Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height))
    }

    /// A quarter of the face is outside.
    func cut(_ portrait: PixelBuffer, _ face: Rect, fromLeft: Bool) throws -> (PixelBuffer, Rect) {
        let edge = fromLeft ? face.x + face.width / 4 : face.maxX - face.width / 4
        let left = fromLeft ? Int(edge) : 0
        let part = PixelRect(x: left, y: 0, width: fromLeft ? portrait.width - left : Int(edge), height: portrait.height)
        let shown = face.intersection(part.rect)
        return (try portrait.pixels(of: part, scaledTo: part.size), shown.moved(x: -Double(left), y: 0))
    }

    func shrunk(_ portrait: PixelBuffer, _ face: Rect, to longSide: Int) throws -> (PixelBuffer, Rect) {
        let small = try portrait.pixels(longSide: longSide)
        return (small, face.scaled(from: portrait.size, to: small.size))
    }

    /// The head and shoulders, with a face whose height is a share of the scene's long side.
    func pasted(_ portrait: PixelBuffer, face: Rect, share: Double, into scene: PixelBuffer, x: Int, y: Int) throws -> (PixelBuffer, Rect) {
        let scale = share * Double(scene.size.longSide) / face.height
        let around = Rect(
            x: face.x - face.width / 2,
            y: face.y - face.height / 2,
            width: face.width * 2,
            height: face.height * 2
        ).intersection(portrait.size.bounds)
        let size = PixelSize(width: Int((around.width * scale).rounded()), height: Int((around.height * scale).rounded()))
        let small = try portrait.resampled(around, to: size)
        var bytes = scene.bytes
        for row in 0..<size.height {
            let start = ((y + row) * scene.width + x) * 4
            let pixels = small.bytes[row * size.width * 4..<(row + 1) * size.width * 4]
            bytes.replaceSubrange(start..<start + size.width * 4, with: pixels)
        }
        let moved = Rect(x: face.x - around.x, y: face.y - around.y, width: face.width, height: face.height).scaled(x: scale, y: scale)
        return (
            try PixelBuffer(size: scene.size, bytes: bytes),
            Rect(x: moved.x + Double(x), y: moved.y + Double(y), width: moved.width, height: moved.height)
        )
    }
}
