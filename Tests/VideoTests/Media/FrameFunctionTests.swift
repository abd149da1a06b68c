import Testing

@testable import BoundedCropVideo

@Suite struct FrameFunctionTests {
    @Test func straightPiecesStayNearTheValues() throws {
        let values = (0..<500).map(Self.value)
        let function = FrameFunction(values, tolerance: 0.2)
        #expect(function.pieces.count < 12)
        for (frame, value) in values.enumerated() {
            let piece = try #require(function.pieces.last { $0.start <= frame })
            let way = piece.slope * Double(frame - piece.start)
            #expect(abs(piece.value + way - value) <= 0.2 + 1e-9)
        }
    }

    /// It stands, moves evenly, jumps, and moves in a curve.
    private static func value(_ frame: Int) -> Double {
        switch frame {
        case ..<100: 10
        case ..<300: 10 + Double(frame - 100) * 0.37
        case 300: 500
        default: 7 * (Double(frame) / 50).squareRoot()
        }
    }

    @Test func aConstantIsOneNumber() {
        #expect(FrameFunction([4, 4, 4], tolerance: 0.2).expression(of: "n") == "4.0")
        #expect(FrameFunction([4, 4, 9], tolerance: 0.2).expression(of: "n") == "if(lt(n,2),4.0,9.0)")
    }
}
