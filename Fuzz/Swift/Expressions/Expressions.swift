internal import BoundedCrop
internal import Oracles

@testable internal import ServiceGrammar

/// Detectors, paddings, kinds to keep, aspects and the other options of an upload as text: `NAME=VALUE`, separated by `&`; text without a
/// name is parsed as each of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = Input(bytes, count).text
    Oracle.try { _ = try DetectorExpression(text).makeDetector() }
    if let padding = Padding(text) {
        let room = padding.applied(to: Rect(x: 10, y: 20, width: 30, height: 40))
        Oracle.require(room.isFinite && room.width >= 30 && room.height >= 40, "a padding of \(padding) makes \(room)")
        Oracle.require(Padding(padding.description) != nil, "\(padding) cannot be parsed again")
    }
    Oracle.try {
        let kinds = try KeptKinds(text)
        Oracle.require(try KeptKinds(kinds.text) == kinds, "the kinds \(kinds.text) are other ones when parsed again")
    }
    if let aspect = AspectRatio(text) {
        Oracle.require(aspect.value > 0 && aspect.value.isFinite, "an aspect of \(aspect)")
        plan(aspect)
    }
    let query = text.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
    Oracle.try {
        for request in try CropParameters(query).cropRequests { plan(request) }
    }
    return 0
}

private func plan(_ aspect: AspectRatio) { plan(CropRequest(.aspect(aspect))) }

private func plan(_ request: CropRequest) {
    let size = PixelSize(width: 640, height: 427)
    let feature = Feature(Rect(x: 100, y: 90, width: 80, height: 120), kind: .face)
    Oracle.try {
        let crop = try CropPlanner.plan(features: [feature], size: size, request: request).crop
        let isInside = crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= size.width && crop.y + crop.height <= size.height
        Oracle.require(isInside && crop.width > 0 && crop.height > 0, "a crop of \(crop) in a picture of \(size)")
    }
}
