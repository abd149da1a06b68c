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

    init() {}

    /// Sorts the filters of a request.
    init(_ request: ImageURL) {
        url = request
        (url.image, url.filters, url.earlier) = ("", [], [])
        for call in request.filters {
            if CropFilters.readers[call.name] != nil || Self.cropNames.contains(call.name) {
                crop.append(call)
            } else if OutputFilters.readers[call.name] != nil || Self.fileNames.contains(call.name) {
                file.append(call)
            } else if call.name == "extend", ground == nil, pixels.isEmpty {
                ground = call
            } else {
                pixels.append(call)
            }
        }
    }

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

    private static let cropNames: Set = [
        "region", "aspect", "scale", "auto_fit", "at_least", "focal_point", "offset", "window", "magnify", "tightness", "face",
    ]
    private static let fileNames: Set = ["filename", "attachment", "expires", "raw"]
}
