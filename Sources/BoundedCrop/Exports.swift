// Pictures are part of this API.
@_exported public import BoundedCropImaging
