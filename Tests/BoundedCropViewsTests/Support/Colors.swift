import BoundedCrop
import BoundedCropViews
import TestSupport

/// Pictures identified by their single color.
enum Shade: UInt8, CaseIterable {
    case red = 200
    case green = 120
    case blue = 60
    case gray = 30

    func picture(_ width: Int = 40, _ height: Int = 40) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (rawValue, 255 - rawValue, 77, 255))
    }
}

extension PixelBuffer {
    /// A square whose left half is red and whose right half is blue, so that a blur is visible.
    static func halves(_ side: Int = 80) -> PixelBuffer {
        let bytes = (0..<side * side).flatMap { index -> [UInt8] in index % side < side / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        return (try? PixelBuffer(size: PixelSize(width: side, height: side), bytes: bytes)) ?? Shade.red.picture()
    }

    /// The shade in the middle of the picture.
    var shade: Shade? {
        let index = (height / 2 * width + width / 2) * 4
        return Shade(rawValue: bytes[index])
    }
}

extension ImageContent {
    var shade: Shade? { pixels?.shade }
}

extension RecordingSurface {
    /// The contents that were shown, in order, without the activity indicator.
    var contents: [ImageContent] {
        events.compactMap { if case .content(let content, _) = $0 { content } else { nil } }
    }
    var transitions: [Transition] {
        events.compactMap { if case .content(_, let transition) = $0 { transition } else { nil } }
    }
    var shades: [Shade?] { contents.map(\.shade) }

    convenience init(_ width: Int, _ height: Int) {
        self.init(size: PixelSize(width: width, height: height))
    }

    /// Waits until this many contents have been shown in total.
    func wait(for count: Int) async throws {
        try await Observing.until { self.contents.count >= count }
    }
}
