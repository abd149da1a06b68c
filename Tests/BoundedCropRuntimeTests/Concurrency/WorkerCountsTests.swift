import Testing

@testable import BoundedCropRuntime

/// No job of a pool is forgotten, and no thread is woken without need.
@Suite(.timeLimit(.minutes(15))) struct WorkerCountsTests {
    /// A pool without jobs and threads of its own: everything that can happen to it, in any order.
    private struct Model: Hashable {
        var counts = WorkerCounts(width: 1)
        var signals = 0
        var threads = 1
        var toSubmit = 4
        var toCancel = 1
        var toResize = 2
        var cancelled = 0

        /// What follows when a thread is woken or a job ends.
        var progress: [Model] {
            var next: [Model] = []
            if signals > 0, threads > counts.running {
                next.append(
                    changed {
                        $0.signals -= 1
                        if $0.counts.wake() == .ends { ($0.signals, $0.threads) = ($0.signals + 1, $0.threads - 1) }
                    }
                )
            }
            if counts.running > 0 { next.append(changed { if $0.counts.finish() { $0.signals += 1 } }) }
            return next
        }

        /// What follows when a caller does something.
        var calls: [Model] {
            var next: [Model] = []
            if toSubmit > 0, !counts.isClosed {
                next.append(
                    changed {
                        $0.counts.add()
                        ($0.toSubmit, $0.signals) = ($0.toSubmit - 1, $0.signals + 1)
                    }
                )
            }
            if toCancel > 0, counts.waiting > 0 {
                next.append(
                    changed {
                        $0.counts.remove()
                        ($0.toCancel, $0.cancelled) = ($0.toCancel - 1, $0.cancelled + 1)
                    }
                )
            }
            if toResize > 0, !counts.isClosed {
                for width in 1...3 where width != counts.width {
                    next.append(
                        changed {
                            $0.toResize -= 1
                            $0.signals += $0.counts.setWidth(width)
                            $0.threads = max($0.threads, width)
                        }
                    )
                }
            }
            if !counts.isClosed {
                next.append(
                    changed {
                        $0.counts.close()
                        $0.signals += 1
                    }
                )
            }
            return next
        }

        private func changed(_ change: (inout Model) -> Void) -> Model {
            var model = self
            change(&model)
            return model
        }
    }

    /// All states that can be reached.
    private func reachable(from start: Model) -> Set<Model> {
        var (known, open): (Set<Model>, [Model]) = ([start], [start])
        while let model = open.popLast() {
            for next in model.progress + model.calls where known.insert(next).inserted { open.append(next) }
        }
        return known
    }

    @Test func inNoOrderOfEventsIsAJobForgottenOrAThreadKept() {
        let states = reachable(from: Model())
        // So many that the interesting orders are among them.
        #expect(states.count > 1000)
        let stuck = states.filter { $0.progress.isEmpty && ($0.counts.waiting > 0 || $0.counts.isClosed && $0.threads > 0) }
        #expect(stuck.isEmpty, "\(stuck.first.map { "\($0)" } ?? "")")
        #expect(states.allSatisfy { $0.counts.running <= $0.threads && $0.counts.left <= $0.counts.waiting })
    }

    /// A cancelled job leaves its signal behind, and closing takes one of its own.
    @Test func thereIsOneSignalForEachWaitingJobThatNoThreadHasLeft() {
        for state in reachable(from: Model()) where !state.counts.isClosed {
            let accounted = state.signals + state.counts.left
            #expect(accounted >= state.counts.waiting && accounted <= state.counts.waiting + state.cancelled, "\(state)")
        }
    }

    @Test func afterAJobNoThreadIsWokenForOneThatHasASignal() {
        var counts = WorkerCounts(width: 1)
        for _ in 0..<3 { counts.add() }
        #expect(counts.wake() == .takes && !counts.finish())
        #expect(counts.wake() == .takes)
        // Woken too early: the end of the job wakes a thread again.
        #expect(counts.wake() == .waits && counts.left == 1)
        #expect(counts.finish() && counts.left == 0)
        #expect(counts.wake() == .takes && !counts.finish())
    }

    @Test func jobsThatRunBeyondANewWidthDoNotCountAsWaiting() {
        var counts = WorkerCounts(width: 3)
        for _ in 0..<3 {
            counts.add()
            #expect(counts.wake() == .takes)
        }
        #expect(counts.setWidth(1) == 0)
        #expect(counts.hasRoom(2) && counts.hasRoom(1) && !counts.hasRoom(0))
        counts.add()
        #expect(!counts.hasRoom(1))
    }
}
