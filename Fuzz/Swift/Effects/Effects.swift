internal import BoundedCrop
internal import BoundedCropEffects
internal import Oracles

@testable internal import BoundedCropRendering

private let largest = 250_000
private let mostBytes = 50_000_000

/// Effects as text, applied to a picture while it remains small.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Input(bytes, count)
    Oracle.try {
        var picture = try sample(PixelSize(width: 11, height: 7), seed: input.bytes.first ?? 0)
        let effects = try EffectExpression.effects(input.text) { _ in try sample(PixelSize(width: 3, height: 5), seed: 9) }
        for effect in effects {
            try EffectBounds.check(effect)
            let footprint = effect.footprint(on: picture.size)
            guard footprint.resultSize.area <= largest, footprint.workingBytes <= mostBytes else { return }
            _ = effect.cacheKey
            try effect.apply(to: &picture)
            Oracle.check(picture)
            let (size, promised) = (picture.size, footprint.resultSize)
            Oracle.require(size.width <= promised.width && size.height <= promised.height, "\(effect) made \(size), declared \(promised)")
        }
        _ = EffectsPipeline.ordered(effects).map(\.cacheKey)
    }
    return 0
}

/// Every alpha, and premultiplied colors of all levels.
private func sample(_ size: PixelSize, seed: UInt8) throws -> PixelBuffer {
    var bytes: [UInt8] = []
    for index in 0..<size.area {
        let alpha = UInt8(truncatingIfNeeded: index * 37 + Int(seed))
        let opaque = seed & 1 == 1 ? 255 : alpha
        for channel in 1...3 { bytes.append(UInt8(Int(opaque) * (index * channel % 7) / 6)) }
        bytes.append(opaque)
    }
    return try PixelBuffer(size: size, bytes: bytes)
}
