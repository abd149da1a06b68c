import Measuring
import NIOHTTP1
import Synchronization

/// Sends one request at a time. Client and service share the process and therefore its processor time.
func measureService() {
    let path = "/unsafe/300x300/smart/2.jpg"
    measure("service, /livez") { try await RunningService.shared.value.get("/livez") }
    measure("service, answer that the cache has") { try await RunningService.shared.value.get(path) }
    lazy var tag = Task { try await RunningService.shared.value.get(path).first(name: "etag") ?? "" }
    measure("service, 304") {
        try await RunningService.shared.value.get(path, ["if-none-match": tag.value], status: 304)
    }
    measureNewCrops("service, new crop of 2.jpg") { RunningService.shared }
    measureNewCrops("service, new crop of 2.jpg, decoded in another process") { RunningService.isolated }
}

private func measureNewCrops(_ name: String, _ service: @escaping () -> Task<RunningService, any Error>) {
    let count = Atomic(0)
    measure(name) {
        // About 300x300, never the same size twice.
        let (_, number) = count.add(1, ordering: .relaxed)
        try await service().value.get("/unsafe/\(280 + number % 40)x\(280 + number / 40)/smart/2.jpg")
    }
}
