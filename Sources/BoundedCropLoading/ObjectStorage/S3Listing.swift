internal import BoundedCrop
internal import NIOHTTP1

/// The objects of a bucket in the order of the server, asked for page by page. Never more than two pages are in memory: the one that is
/// being read, and the next.
package struct S3Listing: AsyncSequence, Sendable {
    /// An object.
    package typealias Element = S3Entry
    /// What the object storage refuses, or what the connection fails with.
    package typealias Failure = any Error

    let client: S3Client
    let bucket: String
    let prefix: String
    let recursive: Bool

    /// Reads the pages of a listing. Each iterator requests them again.
    package struct AsyncIterator: AsyncIteratorProtocol {
        private let pages: Pages
        private var entries: ArraySlice<S3Entry> = []

        fileprivate init(_ listing: S3Listing) {
            pages = Pages(listing)
        }

        /// The next object; nil at the end.
        /// - Throws: What ``S3Client/entry(at:)`` throws.
        package mutating func next() async throws -> S3Entry? {
            while true {
                if let entry = entries.popFirst() { return entry }
                guard let page = try await pages.next() else { return nil }
                entries = page.entries[...]
            }
        }
    }

    /// Begins to read the listing.
    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    fileprivate func page(after token: String?) async throws -> S3ListPage {
        var request = try S3Request(.list, .GET, S3Location(bucket: bucket, key: ""))
        request.query = [("list-type", "2"), ("encoding-type", "url"), ("max-keys", "\(S3ListPage.mostEntries)"), ("prefix", prefix)]
        if !recursive { request.query.append(("delimiter", "/")) }
        if let token { request.query.append(("continuation-token", token)) }
        let response = try await client.response(to: request, byteLimit: S3ListPage.byteLimit)
        let page = try S3ListPage(response.body, of: bucket)
        // The server is outside: what it names is only read if it was asked for.
        if let other = page.entries.first(where: { !$0.location.key.utf8.starts(with: prefix.utf8) }) {
            throw BoundedCropError(
                .invalidResponse,
                "the object storage listed “\(other.location.key.prefix(200))”, which is not below “\(prefix)”: nothing of this page is read"
            )
        }
        return page
    }

    /// The pages, of which the next is asked for while one is read.
    private final class Pages {
        /// A server that sends this many pages without objects in a row would never end.
        private static let mostEmpty = 1000
        private let listing: S3Listing
        private var coming: Task<S3ListPage, any Error>?
        private var empty = 0

        init(_ listing: S3Listing) {
            self.listing = listing
            coming = ask(after: nil)
        }

        deinit { coming?.cancel() }

        func next() async throws -> S3ListPage? {
            guard let asked = coming else { return nil }
            coming = nil
            let page = try await withTaskCancellationHandler {
                try await asked.value
            } onCancel: {
                asked.cancel()
            }
            empty = page.isEmpty ? empty + 1 : 0
            guard empty < Self.mostEmpty else {
                throw BoundedCropError(.invalidResponse, "the object storage sent \(empty) pages of a listing without any object")
            }
            coming = page.next.map { ask(after: $0) }
            return page
        }

        private func ask(after token: String?) -> Task<S3ListPage, any Error> {
            Task { [listing] in
                let page = try await listing.page(after: token)
                guard token == nil || page.next != token else {
                    throw BoundedCropError(.invalidResponse, "the object storage refers to the same page of the listing again")
                }
                return page
            }
        }
    }
}

extension S3Client {
    /// Lists the objects below a location, page by page, in the order of their keys. Empty objects whose key ends in a slash, which stand
    /// for folders, are left out.
    ///
    /// - Parameters:
    ///   - location: A bucket, or a “folder” in it: `s3://photos/2024` and `s3://photos/2024/` are the same.
    ///   - recursive: Whether objects with further slashes in their keys are listed too.
    package func entries(below location: S3Location, recursive: Bool) -> S3Listing {
        let prefix = location.key.isEmpty || location.key.hasSuffix("/") ? location.key : location.key + "/"
        return S3Listing(client: self, bucket: location.bucket, prefix: prefix, recursive: recursive)
    }
}
