import BoundedCrop
import CLibrary
import CSandbox

/// A well-formed answer that need not be true.
struct Answer {
    private var reply = bc_box_reply()

    private init() { reply.version = UInt32(BC_BOX_VERSION) }

    static func animation(_ size: PixelSize, frames: UInt64) -> Answer {
        var answer = Answer()
        (answer.reply.width, answer.reply.height) = (UInt32(size.width), UInt32(size.height))
        answer.reply.counts = (frames, 0, 0)
        return answer
    }

    static func frame(milliseconds: UInt64) -> Answer {
        var answer = Answer()
        answer.reply.counts = (milliseconds, 0, 0)
        return answer
    }

    func send() {
        withUnsafeBytes(of: reply) { _ = CLibrary.write(0, $0.baseAddress, $0.count) }
    }
}
