/// The version of the package: the library, the command and the service.
///
/// The changelog's top heading and the release's tag name the same version: see `docs/releasing.md`.
package enum BoundedCropVersion {
    package static let current = "0.1.0"
}
