import BoundedCrop
import Foundation

struct AvatarMaker {
    let cropper = BoundedCropper(cache: nil)
}
