/// Determines the position of a window that cannot contain every face.
///
/// The largest window of a shape spans the picture in one direction and moves in the other. A smaller one moves in both: faces are chosen
/// in one direction, and then among those that are whole there in the other one; the order that keeps more counts.
struct BestFaces {
    private let faces: [Feature]
    private let padding: Padding
    private let window: PixelSize
    private let size: PixelSize

    init(_ faces: [Feature], _ padding: Padding, _ window: PixelSize, in size: PixelSize) {
        (self.faces, self.padding, self.window, self.size) = (faces, padding, window, size)
    }

    /// The window. The time grows with the square of the number of faces, so this can be cancelled.
    func rectangle() throws -> PixelRect {
        let left = try start(of: faces, \.horizontal)
        let columnsFirst = place(left, try start(of: whole(from: left, \.horizontal), \.vertical))
        guard window.width < size.width, window.height < size.height else { return columnsFirst }
        let top = try start(of: faces, \.vertical)
        let rowsFirst = place(try start(of: whole(from: top, \.vertical), \.horizontal), top)
        return weight(in: rowsFirst) > weight(in: columnsFirst) ? rowsFirst : columnsFirst
    }

    private func start(of faces: [Feature], _ direction: KeyPath<Span2D, Span>) throws -> Int {
        let spans = faces.map { Span2D(covering: $0.rectangle, within: size)[keyPath: direction] }
        let closeUps = zip(faces, spans).map { face, span in
            face.kind == .face ? CloseUp(of: face, along: direction, window: length(direction), in: size) : nil
        }
        let longer = zip(closeUps, spans).compactMap { $1.length > length(direction) ? $0 : nil }
        let together = CloseUp.together(longer, window: length(direction))
        let candidates = faces.indices.map { index in
            let (face, span, closeUp) = (faces[index], spans[index], closeUps[index])
            if let closeUp, span.length > length(direction) {
                let shown = together ?? closeUp.margined
                return FaceSelection.Face(span: shown, features: shown, padded: closeUp.view, weight: face.weight)
            }
            return FaceSelection.Face(
                span: span,
                features: closeUp?.margined ?? span,
                padded: Span2D(covering: padding.applied(to: face), within: size)[keyPath: direction],
                weight: face.weight
            )
        }
        return try FaceSelection(faces: candidates, window: length(direction), limit: limit(direction)).start()
    }

    /// Whether a window shows no face whole, because those that it shows are larger than itself.
    func isCloseUp(_ crop: PixelRect) -> Bool {
        !faces.contains { crop.rect.contains($0.rectangle) }
            && faces.contains { face in
                let span = Span2D(covering: face.rectangle, within: size)
                let isLonger = span.horizontal.length > window.width || span.vertical.length > window.height
                return face.kind == .face && isLonger && !crop.rect.intersection(face.rectangle).isEmpty
            }
    }

    /// The faces that are whole in one direction if the window starts here; all if none is.
    private func whole(from start: Int, _ direction: KeyPath<Span2D, Span>) -> [Feature] {
        let view = Span(low: start, high: start + length(direction))
        let whole = faces.filter { view.contains(Span2D(covering: $0.rectangle, within: size)[keyPath: direction]) }
        return whole.isEmpty ? faces : whole
    }

    private func length(_ direction: KeyPath<Span2D, Span>) -> Int {
        direction == \.horizontal ? window.width : window.height
    }

    private func limit(_ direction: KeyPath<Span2D, Span>) -> Int {
        direction == \.horizontal ? size.width : size.height
    }

    private func place(_ left: Int, _ top: Int) -> PixelRect {
        PixelRect(x: left, y: top, width: window.width, height: window.height)
    }

    /// The weight of the whole faces.
    private func weight(in crop: PixelRect) -> Double {
        faces.reduce(0) { crop.rect.contains($1.rectangle) ? $0 + $1.weight : $0 }
    }
}
