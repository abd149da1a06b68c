import CSandbox
import Foundation

@testable import BoundedCropImaging

/// A helper that runs on a thread of this process and answers as a test specifies.
struct FakeHelper {
    typealias Answer = @Sendable (bc_box_request, SharedMemory) -> [[UInt8]]

    let calls: DecoderCalls
    let connection: DecoderConnection
    static let settings: DecoderPool.Settings = {
        var limits = ImageLimits()
        limits.maximumBytes = 1_000_000
        limits.maximumPixels = 1_000_000
        return DecoderPool.Settings(program: "", limits: limits)
    }()

    /// - Parameter answer: the packets to send in answer to a call.
    init(timeLimit: Duration = .seconds(60), _ answer: @escaping Answer) throws {
        var ends: [Int32] = [-1, -1]
        let failure = bc_socket_pair_create(&ends)
        guard failure == 0 else { throw SystemFailure("socket", failure) }
        let memory = try SharedMemory(length: Self.settings.outputOffset + Self.settings.outputCapacity)
        connection = DecoderConnection(socket: ends[0], memory: memory)
        calls = DecoderCalls(connection, Self.settings, until: .now + timeLimit)
        let end = ends[1]
        Thread.detachNewThread {
            var request = bc_box_request()
            while recv(end, &request, MemoryLayout<bc_box_request>.size, 0) > 0 {
                for packet in answer(request, memory) { send(end, packet, packet.count, Int32(MSG_NOSIGNAL)) }
            }
            close(end)
        }
    }

    /// A well-formed answer.
    static func reply(_ change: (inout bc_box_reply) -> Void = { _ in }) -> [UInt8] {
        var reply = bc_box_reply()
        reply.version = UInt32(BC_BOX_VERSION)
        (reply.width, reply.height, reply.orientation) = (640, 480, 1)
        change(&reply)
        return withUnsafeBytes(of: reply) { Array($0) }
    }

    static let file = IsolatedFile(
        number: 7,
        bytes: FileBytes([1, 2, 3]),
        options: {
            var options = DecodingOptions()
            options.limits = settings.limits
            return options
        }()
    )
}
