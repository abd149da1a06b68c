public import BoundedCrop
