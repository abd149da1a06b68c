package import BoundedCrop
package import BoundedCropEffects

/// What corrections say of redactions.
extension Corrections {
    /// The words for what is hidden and shown by hand. A list without places says that somebody has looked.
    package static let (hide, show) = ("hide", "show")

    /// Reads what is hidden and shown, with the words that are there.
    static func redaction(_ fields: inout JSONMembers) throws -> (words: [String], correction: RedactionCorrection) {
        var (words, correction): ([String], RedactionCorrection) = ([], RedactionCorrection())
        for (word, list) in [(hide, \RedactionCorrection.hide), (show, \.show)] {
            guard let value: JSONNode = try fields.take(word) else { continue }
            correction[keyPath: list] = try places(value, word)
            words.append(word)
        }
        return (words, correction)
    }

    /// A list of places, or one of them.
    private static func places(_ value: JSONNode, _ path: String) throws -> [RedactionCorrection.Place] {
        guard case .list(let list) = value, !isNumbers(list) else { return [try place(value, path)] }
        try checkCount(list, path)
        return try list.enumerated().map { try place($1, "\(path)[\($0)]") }
    }

    /// A place as regions are written; as an object, in a video, with the times between which it is meant.
    private static func place(_ value: JSONNode, _ path: String) throws -> RedactionCorrection.Place {
        var value = value
        var times: [Double?] = [nil, nil]
        if case .object(var members) = value {
            times = try ["from", "to"].map { name in
                guard let time = members.removeValue(forKey: name) else { return nil }
                guard let seconds = time.number, seconds.isFinite, seconds >= 0 else {
                    throw BoundedCropError(.invalidArgument, "“\(path).\(name)” is a time in seconds, 0 or later")
                }
                return seconds
            }
            value = .object(members)
        }
        if let from = times[0], let to = times[1], to < from {
            throw BoundedCropError(
                .invalidArgument,
                "“\(path)” ends at \(Decimals.text(to)) s, before it begins at \(Decimals.text(from)) s"
            )
        }
        for (path, text) in try texts(value, path, repeats: false) {
            guard let region = Feature(region: text), max(abs(region.rectangle.minX), abs(region.rectangle.maxX)) < farthest,
                max(abs(region.rectangle.minY), abs(region.rectangle.maxY)) < farthest
            else {
                throw BoundedCropError(
                    .invalidArgument,
                    "“\(path)” is x,y,width,height in pixels, such as 120,40,200,240, not “\(text.prefix(80))”"
                )
            }
            return RedactionCorrection.Place(region.rectangle, from: times[0], to: times[1])
        }
        throw BoundedCropError(.invalidArgument, "“\(path)” is no place")
    }

    /// Beyond the sides of all pictures.
    private static let farthest = 1e6

    /// What corrections hide and show in a picture or a video of a size, all together; nil if none of them is about that.
    ///
    /// - Returns: Also what there is to say of those that only show something, and do not fit. In a picture with other bytes than the one that
    ///   somebody looked at, nothing is shown, which is said, too.
    /// - Throws: `invalidArgument` for one that hides something, and does not fit: without it, what somebody hid would be seen.
    package static func redaction(
        by corrections: [Correction],
        in size: PixelSize
    ) throws(BoundedCropError) -> (correction: RedactionCorrection?, notes: [String]) {
        var (found, notes): (RedactionCorrection?, [String]) = (nil, [])
        let isKnown = corrections.contains { $0.isOwn && $0.content != nil && !$0.isOfOtherContent }
        for correction in corrections {
            guard let redaction = correction.redaction else { continue }
            if let place = correction.movedTo, !redaction.hide.isEmpty, !isKnown,
                let hidden = try? correction.staying.fitted(to: size).redaction?.hide
            {
                // The file may be the picture after all, changed, and the other one a copy of how it was.
                found = (found ?? RedactionCorrection()).adding(RedactionCorrection(hide: hidden))
                let advice = "what is hidden there is hidden here, too, until boundedcrop review --redact"
                notes.append("the picture that was corrected as \(correction.name) is \(place) now: \(advice)")
                continue
            }
            do {
                guard var fitted = try correction.fitted(to: size).redaction else { continue }
                if correction.isOfOtherContent {
                    // Whoever is there now may be somebody else, and nobody has looked at them.
                    if !fitted.show.isEmpty { notes.append(correction.noteOfChange) }
                    fitted.show = []
                    guard !fitted.hide.isEmpty else { continue }
                }
                found = found?.adding(fitted) ?? fitted
            } catch {
                guard redaction.hide.isEmpty || correction.movedTo != nil else {
                    let advice =
                        "nothing is made of it until boundedcrop review --redact, or whoever edits the file, says anew what is hidden"
                    throw BoundedCropError(.invalidArgument, "\(error.message): \(advice)")
                }
                notes.append(error.message)
            }
        }
        return (found, notes)
    }

    /// Notes in a request what its redactions hide and show besides in a picture of a size. One that cannot be used, but hides something, is an
    /// error when the picture is made.
    package static func correctRedactions(_ request: inout RenderRequest, with corrections: [Correction], in size: PixelSize) {
        guard request.redacts else { return }
        do throws(BoundedCropError) {
            let (correction, notes) = try redaction(by: corrections, in: size)
            request.corrected.redaction = correction
            request.corrected.notes += notes
            request.corrected.words += correction?.words ?? []
        } catch {
            request.corrected.refusal = error.message
        }
    }
}

extension Corrections.Correction {
    /// The places of a redaction in a picture that was fitted.
    ///
    /// - Throws: `invalidArgument` for a place that is outside of it.
    func fittedRedaction(_ redaction: RedactionCorrection, in picture: PixelSize) throws(BoundedCropError) -> RedactionCorrection {
        let fitted = redaction.scaled(x: scale.x, y: scale.y)
        let places = (fitted.hide + fitted.show).map(\.rectangle)
        guard let outside = places.first(where: { $0.intersection(picture.bounds).isEmpty }) else { return fitted }
        throw unfit("\(outside.text) lies outside the picture of \(picture)")
    }

    /// What there is to say of one that shows somebody in a picture with other bytes.
    var noteOfChange: String {
        "\(name) has changed since somebody chose whom it shows, so nobody is: boundedcrop review --redact looks again"
    }

    /// What is hidden and shown as JSON, in the pixels of the picture to which it was fitted.
    var redactionWords: [String: JSONNode] {
        guard let redaction else { return [:] }
        func node(_ place: RedactionCorrection.Place) -> JSONNode {
            let rectangle = place.rectangle
            let numbers = [
                "x": rectangle.x, "y": rectangle.y, "width": rectangle.width, "height": rectangle.height, "from": place.from,
                "to": place.to,
            ]
            return .object(numbers.compactMapValues { $0.map { .number($0) } })
        }
        let lists = [Corrections.hide: redaction.hide, Corrections.show: redaction.show]
        return lists.filter { members[$0.key] != nil }.mapValues { .list($0.map(node)) }
    }
}

extension RedactionCorrection {
    /// The names of what was corrected, as in JSON.
    package var words: [String] { [(Corrections.hide, hide), (Corrections.show, show)].filter { !$1.isEmpty }.map(\.0) }
}
