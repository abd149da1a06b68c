import Measuring
import Pictures

/// From a file to the bytes of a 300x300 JPEG.
func measureThumbnails() {
    for file in ["0.3.jpg", "2.jpg", "2.png", "2.webp", "2-srgb.jpg", "2-display-p3.jpg", "12.jpg", "12-progressive.jpg", "50.jpg"] {
        measure("thumbnail of \(file)", memory: true) { try Thumbnail.make(Inputs.path(file)) }
    }
    measure("thumbnails of 2.jpg, eight squares of 48 to 300", memory: true) { try Thumbnail.makeEight(Inputs.path("2.jpg")) }
}
