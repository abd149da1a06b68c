// Errors, cancellation and worker pools are part of this API.
@_exported public import BoundedCropRuntime
