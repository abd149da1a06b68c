import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct PictureRoomTests {
    private typealias Need = PictureRoom.Need

    /// The order in which needs that wait enter, one at a time, with newcomers after each.
    private func order(_ waiting: [Need], then newcomers: [[Need]] = []) -> [Int] {
        var room = PictureRoom(threads: 1, bytes: 100)
        var (waiting, order) = (waiting, [Int]())
        for step in 0..<waiting.count + newcomers.joined().count {
            guard let index = room.next(among: waiting), room.enter(waiting[index]) else { break }
            let need = waiting.remove(at: index)
            order.append(need.work)
            room.leave(need)
            if newcomers.indices.contains(step) { waiting += newcomers[step] }
        }
        return order
    }

    @Test func `the cheapest is next, and every fourth turn is for the one that has waited longest`() {
        let dear = (400...403).map { Need(bytes: 50, work: $0) }
        let cheap = (1...6).map { Need(bytes: 10, work: $0) }
        #expect(order(dear + cheap) == [400, 1, 2, 3, 401, 4, 5, 6, 402, 403])
        // Those that keep coming do not hold it up for ever.
        #expect(order([Need(bytes: 1, work: 400)] + dear, then: cheap.map { [$0] }).prefix(6) == [400, 1, 2, 3, 400, 4])
    }

    @Test func `as many are inside as there are threads, and as fit`() {
        var room = PictureRoom(threads: 2, bytes: 100)
        let (large, small) = (Need(bytes: 80, work: 1), Need(bytes: 10, work: 1))
        // The second one does not fit, and the fourth one has no thread.
        let entered = [large, large, small, small].map { room.enter($0) }
        #expect(entered == [true, false, true, false])
        room.leave(large)
        #expect(room.memory.used == 10)
        let again = room.enter(large)
        #expect(again)
        room.leave(large)
        room.leave(small)
        #expect(room.memory.used == 0)
    }
}
