import NIOCore
import NIOHPACK
import NIOHTTP2

@testable import BoundedCropService

/// Frames of HTTP/2, for what `HTTP2Client` cannot send: invalid frames, and heads of several frames.
enum HTTP2Frames {
    /// What a client begins with: the preface, and no settings.
    static let beginning = Array(ProtocolChoice.preface.utf8) + frame(4)

    /// A frame: its length, type, flags and stream (RFC 9113, 4.1).
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        [UInt8(payload.count >> 16 & 255), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type, flags]
            + withUnsafeBytes(of: stream.bigEndian, Array.init) + payload
    }

    /// A head, in as many frames as it needs.
    ///
    /// - Parameter isComplete: Whether the request has no body.
    static func head(_ fields: [(String, String)], stream: UInt32 = 1, isComplete: Bool = true) throws -> [UInt8] {
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
        await connection.received(count: 18)
        try await connection.send(frame(4, flags: 1))
        return connection
    }

    /// The reasons of the goodbyes (GOAWAY) among frames.
    static func goodbyes(in frames: [UInt8]) -> [HTTP2ErrorCode] {
        var reasons: [HTTP2ErrorCode] = []
        var rest = frames[...]
        while rest.count >= 9 {
            let (head, length) = (Array(rest.prefix(9)), rest.prefix(3).reduce(0) { $0 << 8 | Int($1) })
            // The code follows the last stream.
            let code = rest.dropFirst(9 + 4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            if head[3] == 7 { reasons.append(HTTP2ErrorCode(networkCode: code)) }
            rest = rest.dropFirst(9 + length)
        }
        return reasons
    }
}
