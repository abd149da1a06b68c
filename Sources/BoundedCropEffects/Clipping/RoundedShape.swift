internal import BoundedCrop
internal import CLibrary

/// A rectangle with rounded corners. It computes how much of each pixel lies inside.
struct RoundedShape {
    let size: PixelSize
    /// The radii, already fitted to the size.
    let radii: CornerRadii

    /// The share of a pixel's area inside the shape, 0...1.
    func coverage(column: Int, row: Int) -> Double {
        let left = Double(column)
        let top = Double(row)
        let right = Double(size.width - column - 1)
        let bottom = Double(size.height - row - 1)
        // Corners never overlap, so the areas that they cut off add up.
        let cut =
            Self.cut(x: left, y: top, radius: radii.topLeft) + Self.cut(x: right, y: top, radius: radii.topRight)
            + Self.cut(x: left, y: bottom, radius: radii.bottomLeft) + Self.cut(x: right, y: bottom, radius: radii.bottomRight)
        return min(max(1 - cut, 0), 1)
    }

    /// The columns that corners may cut: those before `left`, and those from `right` on.
    func cutColumns(inRow row: Int) -> (left: Int, right: Int) {
        let top = Double(row)
        let bottom = Double(size.height - row - 1)
        func reach(_ upper: Double, _ lower: Double) -> Int {
            let furthest = max(Self.reach(y: top, radius: upper), Self.reach(y: bottom, radius: lower))
            return min(Int(furthest.rounded(.up)), size.width)
        }
        return (reach(radii.topLeft, radii.bottomLeft), size.width - reach(radii.topRight, radii.bottomRight))
    }

    /// How far a corner cuts into a row of pixels that starts `y` from its edge.
    private static func reach(y: Double, radius: Double) -> Double {
        guard y < radius else { return 0 }
        let v = radius - y
        return radius - max(0, radius * radius - v * v).squareRoot()
    }

    /// The area that one corner cuts off a pixel whose nearest point is `x`, `y` from the edges that meet there.
    private static func cut(x: Double, y: Double, radius: Double) -> Double {
        // Relative to the circle's center: the part of the pixel in the rounded quadrant.
        let (u0, u1) = (max(0, radius - x - 1), radius - x)
        let (v0, v1) = (max(0, radius - y - 1), radius - y)
        guard u1 > 0, v1 > 0, u1 * u1 + v1 * v1 > radius * radius else { return 0 }
        let whole = (u1 - u0) * (v1 - v0)
        guard u0 * u0 + v0 * v0 < radius * radius else { return whole }
        // The circle is above the pixel up to `full`, crosses it up to `end`, and is below it from there.
        let full = min(max(max(0, radius * radius - v1 * v1).squareRoot(), u0), u1)
        let end = min(max((radius * radius - v0 * v0).squareRoot(), u0), u1)
        let inside = (full - u0) * (v1 - v0) + segment(end, radius) - segment(full, radius) - v0 * (end - full)
        return min(max(whole - inside, 0), whole)
    }

    /// The integral of sqrt(radius^2 - t^2) from 0 to `u`.
    private static func segment(_ u: Double, _ radius: Double) -> Double {
        (u * max(0, radius * radius - u * u).squareRoot() + radius * radius * asin(min(u / radius, 1))) / 2
    }
}
