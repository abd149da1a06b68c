package import BoundedCropImaging

extension ImageFormat {
    /// The formats that can be written with pictures of any size and their metadata: all but icons.
    package static let ofPhotos = writable.filter { $0 != .ico }
}
