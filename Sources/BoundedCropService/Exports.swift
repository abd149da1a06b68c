// What a URL asks for is said in the terms of rendering, which are not public.
@_exported public import BoundedCropRendering
