import BoundedCrop
import Measuring
import Pictures

func measureDecoding() {
    for file in ["2.jpg", "12.jpg", "12-progressive.jpg", "2.png", "2.webp"] {
        lazy var bytes = Result { try Inputs.source(file).bytes }
        // A source of its own each time, since it keeps what detection decoded.
        measure("decode \(file), full size") { _ = try ImageSource(bytes: bytes.get()).pixels() }
        measure("decode \(file), 480 pixels") { _ = try ImageSource(bytes: bytes.get()).pixels(longSide: 480) }
        measure("decode \(file), 640 pixels, gray") { _ = try ImageSource(bytes: bytes.get()).luma(longSide: 640) }
    }
    for file in ["12.png", "12.webp", "12.avif", "12.gif", "12.heic", "12.jxl", "12.jp2", "12.tif", "12.bmp"] {
        lazy var bytes = Result { try Inputs.bytes(file) }
        measure("decode \(file), full size") { _ = try ImageSource(bytes: bytes.get()).pixels() }
        measure("decode \(file), 640 pixels, gray") { _ = try ImageSource(bytes: bytes.get()).luma(longSide: 640) }
    }
}
