internal import BoundedCrop

extension PixelBuffer {
    /// This picture while another of the same size comes in from an edge and pushes it out; all of it at 0, all of the other at 1.
    func pushed(out new: PixelBuffer, from edge: Transition.Edge, _ progress: Double) -> PixelBuffer {
        let grid = MotionGrid(size, from: edge)
        let way = Int((progress * Double(grid.length)).rounded())
        return PixelBuffer(size: size) { output in
            bytes.withUnsafeBufferPointer { old in
                new.bytes.withUnsafeBufferPointer { new in
                    for along in 0..<grid.length {
                        let place = edge.isFirst ? along - way : along + way
                        let isOld = (0..<grid.length).contains(place)
                        let source = isOld ? place : edge.isFirst ? place + grid.length : place - grid.length
                        for across in 0..<grid.breadth {
                            let (from, to) = (grid.index(source, across), grid.index(along, across))
                            for channel in 0..<4 { output[to + channel] = isOld ? old[from + channel] : new[from + channel] }
                        }
                    }
                }
            }
        }
    }
}
