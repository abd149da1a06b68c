extension XMLTree.Element {
    /// The rectangle of an `mwg-rs:Area`, in shares of the sides of the stored picture; nil if it is in other units, or unreadable.
    ///
    /// Guidelines for Handling Image Metadata, version 2.0 (Metadata Working Group, 2010), section 5.9: x and y are at the center. A diameter
    /// is a share of the width.
    func regionArea(ofStored size: PixelSize) -> Rect? {
        // RDF allows a structure's fields in the property itself or in a description inside it.
        let holder = children.first { $0.property(XMPNames.area + "x") != nil } ?? self
        func number(_ name: String) -> Double? { holder.property(XMPNames.area + name).flatMap { Double($0.firstWord) } }
        guard let x = number("x"), let y = number("y"), holder.property(XMPNames.area + "unit") ?? "normalized" == "normalized" else {
            return nil
        }
        let diameter = number("d")
        let width = number("w") ?? diameter ?? 0
        let height = number("h") ?? diameter.map { $0 * Double(size.width) / Double(size.height) } ?? 0
        let share = Rect(x: x - width / 2, y: y - height / 2, width: width, height: height)
        return share.isFinite ? share : nil
    }
}

extension String {
    fileprivate var firstWord: Substring {
        drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    }
}
