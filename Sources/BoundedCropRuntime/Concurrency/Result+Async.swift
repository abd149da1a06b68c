extension Result where Failure == any Error {
    /// Captures what an asynchronous body returns or throws.
    package init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
