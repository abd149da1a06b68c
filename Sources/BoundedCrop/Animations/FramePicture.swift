/// A frame of an animation as detectors receive it: its pixels, and the features that the file's metadata names for all frames.
struct FramePicture: Picture {
    let pixels: PixelBuffer
    let embeddedFeatures: [Feature]

    var size: PixelSize { pixels.size }

    func luma(longSide: Int) throws -> LumaPlane { try pixels.luma(longSide: longSide) }

    func pixels(longSide: Int) throws -> PixelBuffer { try pixels.pixels(longSide: longSide) }

    func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] { try pixels.pixels(of: cuts) }
}
