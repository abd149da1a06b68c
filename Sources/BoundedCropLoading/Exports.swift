// Requests are made of effects.
@_exported public import BoundedCrop
@_exported public import BoundedCropEffects
