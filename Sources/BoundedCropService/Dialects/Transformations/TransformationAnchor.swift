/// What stays visible where a step crops.
enum TransformationAnchor: Hashable, Sendable {
    /// A side, a corner or the center.
    case aligned(ImageURL.HorizontalAlignment?, ImageURL.VerticalAlignment?)
    /// The faces, or only the largest; without any the center or what stands out.
    case faces(onlyLargest: Bool, fallsBackToCenter: Bool)
    /// A point: pixels, or percent with `p`.
    case point(x: String, y: String)

    static let center = aligned(nil, nil)

    var isFaces: Bool { if case .faces = self { true } else { false } }

    func apply(to step: inout TransformationStep) {
        switch self {
        case .aligned(let horizontal, let vertical): (step.url.horizontalAlignment, step.url.verticalAlignment) = (horizontal, vertical)
        case .faces(let onlyLargest, let fallsBackToCenter):
            step.url.isSmart = true
            if onlyLargest { step.addCrop("scheme", "largest") }
            if fallsBackToCenter { step.addCrop("fallback", "center") }
        case .point(let x, let y): step.addCrop("focal_point", "\(x),\(y)")
        }
    }
}
