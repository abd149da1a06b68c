// Whoever imports BoundedCrop has pictures, too.
@_exported public import BoundedCropImaging
