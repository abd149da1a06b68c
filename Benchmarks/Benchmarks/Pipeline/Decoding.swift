import BoundedCrop
import Measuring
import Pictures

func measureDecoding() {
    for file in ["2.jpg", "12.jpg", "12-progressive.jpg", "2.png", "2.webp"] {
        lazy var source = Result { try Inputs.source(file) }
        measure("decode \(file), full size") { _ = try source.get().pixels() }
        measure("decode \(file), 480 pixels") { _ = try source.get().pixels(longSide: 480) }
        measure("decode \(file), 640 pixels, gray") { _ = try source.get().luma(longSide: 640) }
    }
}
