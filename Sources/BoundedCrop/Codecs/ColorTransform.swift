internal import CImageCodecs

/// A transform from an ICC profile to sRGB, made by Little CMS.
final class ColorTransform {
    let handle: OpaquePointer

    /// Nil when the bytes are no usable profile for such pixels: they are then taken for sRGB, as browsers do.
    init?(profile: [UInt8], model: bc_color_model) {
        guard let handle = profile.withUnsafeBytes({ bc_color_transform_create(bc_span($0), model) }) else { return nil }
        self.handle = handle
    }

    deinit {
        bc_color_transform_destroy(handle)
    }
}
