// What a URL asks for is said in the terms of rendering.
@_exported public import BoundedCropRendering
