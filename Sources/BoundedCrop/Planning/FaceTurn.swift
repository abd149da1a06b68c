/// Turning the output so that its faces are upright.
enum FaceTurn {
    /// The turn that sets all faces upright that a crop keeps, or of close-ups those whose eyes or mouth it shows; nil if there are none, or
    /// they do not agree.
    static func turn(of plan: CropPlan) -> QuarterTurn? {
        let shown = plan.features.filter { planned in
            guard plan.reason == .closeUp else { return planned.kept }
            let (eyes, mouth) = planned.feature.eyesAndMouth
            return [eyes.middle, mouth.middle].contains { plan.crop.rect.contains(Rect(x: $0.x, y: $0.y, width: 0, height: 0)) }
        }
        let turns = Set(shown.compactMap(\.roll).map { QuarterTurn(uprighting: $0) })
        guard turns.count == 1, let turn = turns.first else { return nil }
        return turn
    }

    /// Plans a crop. If the request wants upright faces and those that the crop keeps agree on a turn, the crop is planned again for the
    /// turned output; it is turned if the faces that it keeps then agree on the same turn.
    static func plan(_ request: CropRequest, _ plan: (CropRequest) throws -> CropPlan) rethrows -> CropPlan {
        let asSeen = try plan(request)
        guard request.rotatesToFaces, request.alignment == nil, let turn = asSeen.turn, turn != .zero else { return asSeen }
        let turned = try plan(request.turned(by: turn))
        return turned.turn == turn ? turned : asSeen
    }
}

extension CropRequest {
    /// The request in the picture's own coordinates if the output is turned: shape and padding are those of the output.
    func turned(by turn: QuarterTurn) -> CropRequest {
        var request = self
        request.outputTurn = turn
        request.room = room.turned(by: turn)
        switch shape {
        case .size(let size): request.shape = .size(turn.turned(size))
        case .aspect(let aspect) where turn.swapsSides: request.shape = .aspect(AspectRatio(aspect.height, aspect.width))
        case .aspect, .source: break
        }
        // Clockwise from the top of the output, starting at the side of the picture that becomes its top.
        let (top, right, bottom, left) = (padding.top, padding.right, padding.bottom, padding.left)
        switch turn {
        case .zero: break
        case .clockwise: request.padding = Padding(top: right, right: bottom, bottom: left, left: top)
        case .half: request.padding = Padding(top: bottom, right: left, bottom: top, left: right)
        case .counterclockwise: request.padding = Padding(top: left, right: top, bottom: right, left: bottom)
        }
        return request
    }
}
