internal import BoundedCrop
internal import BoundedCropEffects

extension PixelBuffer {
    /// This picture in another size, on a transparent background: by default scaled to fit and centered, as surfaces show it.
    func fitted(on size: PixelSize, _ contentMode: ContentMode = .aspectFit) throws -> PixelBuffer {
        self.size == size ? self : try croppedAndScaled(to: size, contentMode: contentMode, padToFit: true)
    }
}
