internal import CImageCodecs

/// The C functions that read the frames of a format.
struct AnimationCodec: Sendable {
    typealias Failure = UnsafeMutablePointer<bc_error>
    typealias Open = @Sendable (bc_span, UInt32, OpaquePointer?, UnsafeMutablePointer<bc_animation_info>, Failure) -> OpaquePointer?
    typealias Next = @Sendable (OpaquePointer, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>, Failure) -> Int32

    typealias ReadInfo = @Sendable (bc_span, UInt32, UnsafeMutablePointer<bc_animation_info>, Failure) -> Int32

    /// Reads the numbers without allocating anything; nil where opening does no more than that.
    let readInfo: ReadInfo?
    let open: Open
    let next: Next
    let close: @Sendable (OpaquePointer) -> Void
}

extension ImageFormat {
    /// Nil for a format without animations.
    var animationCodec: AnimationCodec? {
        switch self {
        case .gif:
            AnimationCodec(
                readInfo: bc_gif_animation_read_info,
                open: bc_gif_animation_open,
                next: bc_gif_animation_next,
                close: bc_gif_animation_close
            )
        case .png:
            AnimationCodec(
                readInfo: bc_png_animation_read_info,
                open: bc_png_animation_open,
                next: bc_png_animation_next,
                close: bc_png_animation_close
            )
        case .webp:
            AnimationCodec(
                readInfo: bc_webp_animation_read_info,
                open: bc_webp_animation_open,
                next: bc_webp_animation_next,
                close: bc_webp_animation_close
            )
        case .avif:
            AnimationCodec(
                readInfo: nil,
                open: bc_avif_animation_open,
                next: bc_avif_animation_next,
                close: bc_avif_animation_close
            )
        case .jpeg, .heic, .tiff, .bmp: nil
        }
    }
}
