internal import BoundedCrop
internal import FoundationEssentials
internal import NIOHTTP1

extension S3Client {
    /// Writes an object in one request: others see the old one, or none, until the new one is complete.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - location: The object.
    ///   - type: The content type, such as `image/jpeg`.
    ///   - metadata: What else to keep with it: names of letters, digits and hyphens, and values of printable ASCII.
    ///   - overwriting: Whether to replace an object that is there.
    /// - Throws: `fileExists` if there is an object and it is not to be overwritten; otherwise what
    ///   ``object(at:ifNoneMatch:range:byteLimit:)`` throws.
    public func put(
        _ bytes: [UInt8],
        at location: S3Location,
        type: String? = nil,
        metadata: [String: String] = [:],
        overwriting: Bool = false
    ) async throws {
        var request = try S3Request(.write, .PUT, location.ofObject())
        if let type { try request.add("content-type", type) }
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) { try request.add("x-amz-meta-" + name, value) }
        if !overwriting {
            try request.add("if-none-match", "*")
            if configuration.endpoint?.host?.lowercased().hasSuffix("storage.googleapis.com") == true {
                try await checkAbsence(of: location)
            }
        }
        request.set(body: bytes)
        _ = try await response(to: request, byteLimit: 65_536) { [self] attempt, result in
            do {
                return try result.get()
            } catch let error as BoundedCropError where error.code == .fileExists && attempt > 1 {
                // An earlier attempt, whose answer was lost, may have written it.
                guard let found = try await written(bytes, at: location) else { throw error }
                return found
            }
        }
    }

    /// For servers that know conditions only for reading. Two that write at once may both see nothing.
    private func checkAbsence(of location: S3Location) async throws {
        do {
            _ = try await entry(at: location)
        } catch let error as BoundedCropError where error.code == .fileNotFound {
            return
        }
        throw BoundedCropError(.fileExists, S3Fault.thereIsOne, path: location.text)
    }

    /// The object that is there if it has these bytes.
    private func written(_ bytes: [UInt8], at location: S3Location) async throws -> S3Response? {
        do {
            // Without waiting for a turn: this belongs to one that has it.
            let there = try await once(S3Request(.read, .GET, location), byteLimit: bytes.count)
            return there.body == bytes ? there : nil
        } catch let error as BoundedCropError where [.limitExceeded, .accessDenied].contains(error.code) {
            return nil
        }
    }
}
