import CSandbox
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// The order of calls about animations, on the side of the helper.
@Suite struct HelperDeskTests {
    /// A desk with memory for a file and a result.
    private final class Office {
        private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        private var desk: HelperDesk
        private static let room = 1 << 19

        init() { desk = HelperDesk(memory: memory) { _ in } }

        deinit { memory.deallocate() }

        func ask(_ operation: Int, _ file: [UInt8] = [], output: UInt64? = nil) throws -> bc_box_reply {
            var request = bc_box_request()
            request.operation = UInt32(operation)
            request.picture = 5
            request.output = output ?? UInt64(Self.room)
            request.file_length = UInt64(file.count)
            request.set(DecodingOptions())
            memory.copyBytes(from: file)
            var reply = bc_box_reply()
            try desk.answer(request, &reply)
            return reply
        }

        func pixel() -> [UInt8] { Array(memory[Self.room..<(Self.room + 4)]) }
    }

    private static let file = BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(), BuiltGIF.frame()])

    private func expectRefusal(_ what: String = "", _ body: () throws -> Void) {
        let error = #expect(throws: BoundedCropError.self, "\(what)", performing: body)
        #expect(error?.code == .invalidArgument, "\(what)")
    }

    @Test func `frames come in order, and nothing comes after the end`() throws {
        let office = Office()
        expectRefusal { _ = try office.ask(BC_BOX_FRAME) }
        let info = try office.ask(BC_BOX_ANIMATION, Self.file)
        #expect(info.counts.0 == 2 && info.width == 1 && info.height == 1)
        for _ in 1...2 {
            let frame = try office.ask(BC_BOX_FRAME)
            #expect(frame.counts.0 == 100 && frame.counts.1 == 0)
            #expect(office.pixel() == [255, 0, 0, 255])
        }
        #expect(try office.ask(BC_BOX_FRAME).counts.1 == 1)
        expectRefusal { _ = try office.ask(BC_BOX_FRAME) }
    }

    @Test func `any other call but for metadata ends the animation`() throws {
        for operation in [BC_BOX_OPEN, BC_BOX_FEATURES, BC_BOX_CLOSE, 77] {
            let office = Office()
            _ = try office.ask(BC_BOX_ANIMATION, Self.file)
            _ = try office.ask(BC_BOX_FRAME)
            _ = try? office.ask(operation)
            expectRefusal("\(operation)") { _ = try office.ask(BC_BOX_FRAME) }
        }
    }

    @Test func `a picture that is not an animation does not become one`() throws {
        let office = Office()
        expectRefusal { _ = try office.ask(BC_BOX_ANIMATION, try Fixture.bytes("edges/1x1.png")) }
        expectRefusal { _ = try office.ask(BC_BOX_FRAME) }
    }

    @Test func `a damaged frame ends the animation`() throws {
        let office = Office()
        // The second frame has a code that is not yet in its table.
        let damaged = BuiltGIF.file(width: 1, height: 1, frames: [BuiltGIF.frame(), BuiltGIF.frame(codes: [0b1111_1100, 0b1])])
        _ = try office.ask(BC_BOX_ANIMATION, damaged)
        _ = try office.ask(BC_BOX_FRAME)
        expectError(.malformedImage, saying: "frame 2") { _ = try office.ask(BC_BOX_FRAME) }
        expectRefusal { _ = try office.ask(BC_BOX_FRAME) }
    }

    @Test func `a frame is written only where there is room for it`() throws {
        let office = Office()
        _ = try office.ask(BC_BOX_ANIMATION, Self.file)
        for output in [.max, (1 << 20) + 1, 1 << 20, (1 << 20) - 3] as [UInt64] {
            expectRefusal("\(output)") { _ = try office.ask(BC_BOX_FRAME, output: output) }
        }
        #expect(try office.ask(BC_BOX_FRAME, output: (1 << 20) - 4).counts.0 == 100)
    }
}
