internal import BoundedCrop
internal import BoundedCropRendering

/// The threads and the memory for making pictures. The request with the least work is next, so that cheap ones do not wait behind dear ones;
/// every fourth turn is for the one that has waited longest, so that it is made, too.
struct PictureRoom: AdmissionRule {
    /// What a request needs.
    struct Need: Sendable {
        let bytes: Int
        /// How long it takes, as pixels of a simple step.
        let work: Int

        init(bytes: Int, work: Int) { (self.bytes, self.work) = (bytes, work) }

        /// Reading and writing pictures takes about as long as a simple step on as much memory.
        init(_ cost: RequestCost) { self.init(bytes: cost.byteCount, work: cost.work.plus(cost.byteCount / 4)) }
    }

    private static let turns = 4

    private(set) var memory: WeightLimit
    private let threads: Int
    private var inside = 0
    private var turn = 0

    init(threads: Int, bytes: Int) { (self.threads, memory) = (threads, WeightLimit(total: bytes)) }

    mutating func enter(_ need: Need) -> Bool {
        guard inside < threads, memory.enter(need.bytes) else { return false }
        inside += 1
        turn = (turn + 1) % Self.turns
        return true
    }

    mutating func leave(_ need: Need) {
        memory.leave(need.bytes)
        inside -= 1
    }

    func next<Waiting: RandomAccessCollection>(among waiting: Waiting) -> Int? where Waiting.Element == Need, Waiting.Index == Int {
        turn == 0 ? waiting.indices.first : waiting.indices.min { waiting[$0].work < waiting[$1].work }
    }
}
