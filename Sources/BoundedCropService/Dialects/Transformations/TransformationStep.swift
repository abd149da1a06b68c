/// One step of a chain of transformations, sorted by what its filters change.
struct TransformationStep: Hashable, Sendable {
    /// The trim, the dimensions, the alignment and whether features are detected. It has no filters and no image.
    var url = ImageURL(image: "")
    /// The filters for the position and size of the crop.
    var crop: [FilterCall] = []
    /// The ground on which the picture is placed (`extend`).
    var ground: FilterCall?
    /// The filters that change pixels, in their order.
    var pixels: [FilterCall] = []
    /// The filters for the file.
    var file: [FilterCall] = []

    /// Whether the step cuts, sizes or places the picture.
    var hasGeometry: Bool { url != ImageURL(image: "") || !crop.isEmpty || ground != nil }

    /// Whether the step only cuts out a fixed rectangle, or trims.
    var isOnlyCut: Bool {
        var rest = url
        rest.trim = nil
        return rest == ImageURL(image: "") && crop.allSatisfy { $0.name == "region" } && ground == nil && pixels.isEmpty
    }

    var isEmpty: Bool { !hasGeometry && pixels.isEmpty }

    /// The step as a request without an image, without the filters for the file.
    var request: ImageURL {
        var request = url
        request.filters = crop + (ground.map { [$0] } ?? []) + pixels
        return request
    }

    mutating func addCrop(_ name: String, _ argument: String = "") { crop.append(FilterCall(name: name, argumentText: argument)) }

    mutating func addPixels(_ name: String, _ argument: String = "") { pixels.append(FilterCall(name: name, argumentText: argument)) }

    mutating func addFile(_ name: String, _ argument: String = "") { file.append(FilterCall(name: name, argumentText: argument)) }
}
