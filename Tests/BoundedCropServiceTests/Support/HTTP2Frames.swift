import NIOCore
import NIOHPACK

@testable import BoundedCropService

/// Frames of HTTP/2, for what `HTTP2Client` cannot send: invalid frames, and heads of several frames.
enum HTTP2Frames {
    /// What a client begins with: the preface, and no settings.
    static let beginning = Array(ProtocolChoice.preface.utf8) + frame(4)

    /// A frame: its length, type, flags and stream (RFC 9113, 4.1).
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        [UInt8(payload.count >> 16 & 255), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream]
            + payload
    }

    /// A head, in as many frames as it needs.
    ///
    /// - Parameter isComplete: Whether the request has no body.
    static func head(_ fields: [(String, String)], stream: UInt8 = 1, isComplete: Bool = true) throws -> [UInt8] {
        var encoder = HPACKEncoder(allocator: ByteBufferAllocator(), useHuffmanEncoding: false)
        var buffer = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders(fields), to: &buffer)
        let block = Array(buffer.readableBytesView)
        let starts = Array(stride(from: 0, to: block.count, by: 16_384))
        return starts.flatMap { start in
            let isFirst = start == starts.first
            let endsHead: UInt8 = start == starts.last ? 4 : 0
            let part = Array(block[start..<min(block.count, start + 16_384)])
            return frame(isFirst ? 1 : 9, flags: (isFirst && isComplete ? 1 : 0) | endsHead, stream: stream, part)
        }
    }

    /// A connection on which both sides have agreed on the service's settings.
    static func begun(_ service: RunningService) async throws -> RawConnection {
        let connection = try await RawConnection(service)
        try await connection.send(beginning)
        // The service's settings, and the acknowledgement of the client's.
        while connection.receivedCount < 18, !connection.isOver { await Task.yield() }
        try await connection.send(frame(4, flags: 1))
        return connection
    }
}
