import CSandbox
import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Nothing that a helper sends or writes is trusted.
@Suite(.timeLimit(.minutes(15))) struct HostileHelperTests {
    private func expect(_ expected: DecoderConnection.Failure, _ what: String = "", _ body: () throws -> Void) {
        let error = #expect(throws: DecoderConnection.Failure.self, "\(what)", performing: body)
        #expect(error == expected, "\(what)")
    }

    @Test func `malformed answers are rejected`() throws {
        let good = FakeHelper.reply()
        let packets: [(String, [UInt8])] = [
            ("short", Array(good.dropLast())), ("long", good + [0]), ("a byte", [0]), ("zeros", [UInt8](repeating: 0, count: good.count)),
            ("ones", [UInt8](repeating: 0xFF, count: good.count)), ("very long", [UInt8](repeating: 0, count: 60_000)),
            ("another version", FakeHelper.reply { $0.version += 1 }),
        ]
        for (name, packet) in packets {
            let helper = try FakeHelper { _, _ in [packet] }
            expect(.nonsense, name) { _ = try helper.calls.open(FakeHelper.file, format: .jpeg) }
        }
        #expect(
            try FakeHelper { _, _ in [good] }.calls.open(FakeHelper.file, format: .jpeg).header.size == PixelSize(width: 640, height: 480)
        )
    }

    @Test func `an impossible header is rejected`() throws {
        let lies: [(inout bc_box_reply) -> Void] = [
            { $0.width = 0 }, { $0.height = 0 }, { $0.width = .max }, { $0.height = 32_769 }, { ($0.width, $0.height) = (1001, 1000) },
            { ($0.width, $0.height) = (.max, .max) }, { $0.orientation = 0 }, { $0.orientation = 9 }, { $0.orientation = .max },
            { $0.color = 3 }, { $0.color = .max },
        ]
        for (index, lie) in lies.enumerated() {
            let packet = FakeHelper.reply(lie)
            expect(.nonsense, "lie \(index)") {
                _ = try FakeHelper { _, _ in [packet] }.calls.open(FakeHelper.file, format: .png)
            }
        }
        // Any value other than 0 means true.
        let unusual = FakeHelper.reply { ($0.has_alpha, $0.is_animated, $0.has_profile) = (2, 255, 128) }
        let opened = try FakeHelper { _, _ in [unusual] }.calls.open(FakeHelper.file, format: .webp)
        #expect(opened.header.hasAlpha && opened.header.isAnimated && opened.hasProfile)
    }

    @Test func `answers with random bytes cause an error or a header within the limits`() throws {
        var generator = SeededGenerator(seed: 13)
        for round in 0..<300 {
            var packet = FakeHelper.reply()
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                // The version is kept: otherwise, every answer would be rejected.
                packet[Int.random(in: 4..<packet.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let answer = packet
            let helper = try FakeHelper { _, _ in [answer] }
            do {
                let header = try helper.calls.open(FakeHelper.file, format: .jpeg).header
                try FakeHelper.settings.limits.check(header.storedSize)
            } catch let error as BoundedCropError {
                #expect(error.message.utf8.count <= 1024, "round \(round)")
            } catch DecoderConnection.Failure.nonsense {
            }
        }
    }

    @Test func `only known error codes are accepted, and messages become valid text`() throws {
        func receivedError(_ code: [UInt8], _ message: [UInt8]) throws -> BoundedCropError? {
            let packet = FakeHelper.reply { reply in
                reply.status = 77
                withUnsafeMutableBytes(of: &reply.code) { $0.copyBytes(from: code.prefix($0.count)) }
                withUnsafeMutableBytes(of: &reply.message) { $0.copyBytes(from: message.prefix($0.count)) }
            }
            return #expect(throws: BoundedCropError.self) {
                _ = try FakeHelper { _, _ in [packet] }.calls.open(FakeHelper.file, format: .jpeg)
            }
        }
        let plain = try receivedError(Array("limitExceeded".utf8), Array("too large".utf8))
        #expect(plain?.code == .limitExceeded && plain?.message == "too large")
        let forged = try receivedError(
            Array("invalidSignature".utf8),
            Array("a\r\nSet-Cookie: b\u{1B}[2J\u{202E}c\u{2028}d".utf8) + [0xFF, 0xC0, 0, 1]
        )
        #expect(forged?.code == .malformedImage && forged?.message == "aSet-Cookie: b[2Jcd\u{FFFD}\u{FFFD}")
        let endless = try receivedError([UInt8](repeating: 65, count: 100), [UInt8](repeating: 66, count: 1000))
        #expect(endless?.code == .malformedImage && endless?.message.utf8.count == 256)
    }

    @Test func `pixels are copied before use, with colors clamped to their alpha`() throws {
        let cells = DecodedCells(
            shrink: 1,
            magnify: 1,
            rendition: .full,
            rectangle: PixelRect(x: 0, y: 0, width: 300, height: 200),
            defersColor: false
        )
        let helper = try FakeHelper { request, memory in
            for index in 0..<(300 * 200 * 4) { memory.bytes[Int(request.output) + index] = UInt8(truncatingIfNeeded: index &* 97) }
            return [FakeHelper.reply()]
        }
        let pixels = try PixelBuffer(size: cells.rectangle.size) { try helper.calls.decode(FakeHelper.file, cells, to: $0) }
        for pixel in 0..<cells.count {
            for channel in 0..<4 {
                let sent = { (channel: Int) in UInt8(truncatingIfNeeded: (pixel * 4 + channel) &* 97) }
                guard pixels.bytes[pixel * 4 + channel] == min(sent(channel), sent(3)) else {
                    Issue.record("pixel \(pixel), channel \(channel)")
                    return
                }
            }
        }
        // Later writes change nothing.
        let before = pixels
        helper.connection.memory.bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
        #expect(pixels == before)
    }

    @Test func `counts of features and lengths of metadata are checked against the available space`() throws {
        for count in [UInt64(10_001), 1 << 32, 1 << 63, .max] {
            expect(.nonsense, "\(count) features") {
                let packet = FakeHelper.reply { $0.counts.0 = count }
                _ = try FakeHelper { _, _ in [packet] }.calls.features(FakeHelper.file, in: PixelSize(width: 9, height: 9))
            }
        }
        let room = UInt64(FakeHelper.settings.outputCapacity)
        for counts in [(room + 1, 0, 0), (0, .max, 0), (room, 1, 0), (1, 1, room), (1 << 62, 1 << 62, 1 << 62)]
            as [(UInt64, UInt64, UInt64)]
        {
            expect(.nonsense, "\(counts)") {
                let packet = FakeHelper.reply { $0.counts = counts }
                let calls = try FakeHelper { _, _ in [packet] }.calls
                _ = try calls.metadata(FakeHelper.file, for: PixelSize(width: 9, height: 9), .all, showing: nil)
            }
        }
    }

    @Test func `impossible rectangles are rejected`() throws {
        let places: [[Double]] = [
            [.nan, 0, 1, 1], [0, .infinity, 1, 1], [0, 0, -1, 1], [0, 0, 1, 0], [0, 0, 1e300, 1], [-1e300, 0, 1, 1], [0, 0, 12, 1],
            [5, 5, .nan, 1], [0, -0x1p1023, 1, 0x1p1023],
        ]
        for place in places {
            let helper = try FakeHelper { request, memory in
                memory.bytes.storeBytes(
                    of: bc_box_feature(x: place[0], y: place[1], width: place[2], height: place[3], is_face: 9),
                    toByteOffset: Int(request.output),
                    as: bc_box_feature.self
                )
                return [FakeHelper.reply { $0.counts.0 = 1 }]
            }
            expect(.nonsense, "\(place)") { _ = try helper.calls.features(FakeHelper.file, in: PixelSize(width: 9, height: 9)) }
        }
    }

    @Test func `shared memory cannot be resized by anyone who has its descriptor`() throws {
        let memory = try SharedMemory(length: 1 << 20)
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 7)
        for length in [0, 4096, 2 << 20] { #expect(ftruncate(memory.descriptor, length) == -1 && errno == EPERM) }
        // A hole reads as zeros, so accessing it is safe.
        #expect(madvise(memory.bytes.baseAddress, memory.bytes.count, MADV_REMOVE) == 0)
        #expect(memory.bytes.allSatisfy { $0 == 0 })
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 7)
        memory.forget(5000..<(1 << 20))
        #expect(memory.bytes[8191] == 7 && memory.bytes[8192] == 0 && memory.bytes[(1 << 20) - 1] == 0)
    }

    @Test func `a helper that sends too much is not given the next picture`() async throws {
        let helper = try FakeHelper { _, _ in [FakeHelper.reply(), FakeHelper.reply { $0.width = 5 }] }
        #expect(helper.connection.isQuiet)
        _ = try helper.calls.open(FakeHelper.file, format: .jpeg)
        await until { !helper.connection.isQuiet }
    }

    @Test func `a helper that never answers times out`() throws {
        let helper = try FakeHelper(timeLimit: .milliseconds(50)) { _, _ in [] }
        expect(.overdue) { _ = try helper.calls.open(FakeHelper.file, format: .jpeg) }
        let cancellation = Cancellation()
        cancellation.cancel()
        let other = try FakeHelper { _, _ in [] }
        expect(.cancelled) { _ = try cancellation.perform { try other.calls.open(FakeHelper.file, format: .jpeg) } }
    }

    @Test func `a file or a picture larger than the shared memory is refused before it is sent`() throws {
        let helper = try FakeHelper { _, _ in [FakeHelper.reply()] }
        let large = IsolatedFile(number: 8, bytes: FileBytes([UInt8](repeating: 0, count: 1_100_000)), options: FakeHelper.file.options)
        expectError(.limitExceeded) { _ = try helper.calls.open(large, format: .jpeg) }
        let cells = DecodedCells(
            shrink: 1,
            magnify: 1,
            rendition: .full,
            rectangle: PixelRect(x: 0, y: 0, width: 30_000, height: 30_000),
            defersColor: false
        )
        var nothing = UInt8(0)
        expectError(.limitExceeded) { try helper.calls.decode(FakeHelper.file, cells, to: &nothing) }
    }

    @Test func `a helper refuses cells that its picture does not have`() throws {
        let header = try Fixture.source("photos/obama.jpg").header
        let (width, height) = (UInt32(header.storedSize.width), UInt32(header.storedSize.height))
        func cells(_ shrink: UInt32, _ x: UInt32, _ y: UInt32, _ width: UInt32, _ height: UInt32) -> DecodedCells? {
            var request = bc_box_request()
            (request.shrink, request.magnify, request.x, request.y) = (shrink, 1, x, y)
            (request.width, request.height) = (width, height)
            return DecodedCells(request, in: header)
        }
        #expect(cells(1, 0, 0, width, height)?.count == header.storedSize.area)
        #expect(cells(8, 1, 1, (width - 1) / 8, (height - 1) / 8) != nil)
        let refused: [(UInt32, UInt32, UInt32, UInt32, UInt32)] = [
            (0, 0, 0, 1, 1), (3, 0, 0, 1, 1), (.max, 0, 0, 1, 1), (1, 0, 0, 0, 1), (1, 0, 0, 1, 0), (1, 1, 0, width, 1),
            (1, 0, height, 1, 1),
            (1, .max, .max, .max, .max), (2, 0, 0, width, 1),
        ]
        for (shrink, x, y, width, height) in refused {
            #expect(cells(shrink, x, y, width, height) == nil, "\((shrink, x, y, width, height))")
        }
    }
}
