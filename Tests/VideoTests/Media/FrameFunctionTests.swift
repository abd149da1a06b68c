import Testing

@testable import BoundedCropVideo

@Suite struct FrameFunctionTests {
    @Test func straightPiecesStayNearTheValues() throws {
        let values = (0..<500).map { $0 < 100 ? 10 : $0 < 300 ? 10 + Double($0 - 100) * 0.37 : $0 < 301 ? 500 : 7 * (Double($0) / 50).squareRoot() }
        let function = FrameFunction(values, tolerance: 0.2)
        #expect(function.pieces.count < 12)
        for (frame, value) in values.enumerated() {
            let piece = try #require(function.pieces.last { $0.start <= frame })
            #expect(abs(piece.value + piece.slope * Double(frame - piece.start) - value) <= 0.2 + 1e-9)
        }
    }

    @Test func aConstantIsOneNumber() {
        #expect(FrameFunction([4, 4, 4], tolerance: 0.2).expression(of: "n") == "4.0")
        #expect(FrameFunction([4, 4, 9], tolerance: 0.2).expression(of: "n") == "if(lt(n,2),4.0,9.0)")
    }
}
