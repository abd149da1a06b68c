/// The crops of many pictures, made on demand. See ``BoundedCropper/crops(of:to:from:)``.
///
/// Only a few pictures are processed at once, and new ones start only as results are taken. Memory use is limited to those few, however
/// many pictures there are. Errors are reported for each picture as its result.
public struct CropBatch<Pictures: Sequence & Sendable>: AsyncSequence, Sendable where Pictures.Element: Sendable {
    /// The result for one picture.
    public struct Element: Sendable {
        /// The picture as it was passed in.
        public let item: Pictures.Element
        /// Its position in the sequence, from 0: the number of results before this one.
        public let index: Int
        /// A crop for each request, or the error.
        public let crops: Result<[CroppedPicture], any Error>
    }

    let cropper: BoundedCropper
    let pictures: Pictures
    let requests: [CropRequest]
    let load: @Sendable (Pictures.Element) throws -> any Picture

    /// Starts again from the first picture.
    public func makeAsyncIterator() -> Iterator {
        Iterator(batch: self, remaining: pictures.makeIterator())
    }

    /// Returns the results in the order of the pictures. When the task is cancelled or the iterator is released, the work in progress is
    /// cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private let batch: CropBatch
        private var remaining: Pictures.Iterator
        private let running = Running()
        private var count = 0

        fileprivate init(batch: CropBatch, remaining: Pictures.Iterator) {
            (self.batch, self.remaining) = (batch, remaining)
        }

        /// Returns the next picture's crops; nil after the last one, and once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            while running.tasks.count < batch.cropper.workers.threadCount * 2, !Task.isCancelled, let item = remaining.next() {
                running.tasks.append((item, batch.start(item)))
            }
            guard !running.tasks.isEmpty, !Task.isCancelled else {
                running.cancel()
                return nil
            }
            let (item, task) = running.tasks.removeFirst()
            let others = running.tasks.map(\.task)
            let crops = await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                for task in [task] + others { task.cancel() }
            }
            if Task.isCancelled {
                running.cancel()
                return nil
            }
            count += 1
            return Element(item: item, index: count - 1, crops: crops)
        }
    }

    private typealias Work = Task<[CroppedPicture], any Error>

    /// Work that has started and whose result has not been taken.
    private final class Running {
        var tasks: [(item: Pictures.Element, task: Work)] = []

        func cancel() {
            for (_, task) in tasks { task.cancel() }
            tasks = []
        }

        deinit { cancel() }
    }

    private func start(_ item: Pictures.Element) -> Work {
        Task { [cropper, requests, load] in
            try await cropper.workers.run(evenIfFull: true) { cancellation in
                try cropper.blocking.crop(load(item), to: requests, cancellation: cancellation)
            }
        }
    }
}

extension BoundedCropper {
    /// Makes several crops of each of many pictures.
    ///
    ///     for await photo in cropper.crops(of: paths, to: [avatar, banner], from: { try ImageSource(contentsOfFile: $0) }) {
    ///         print(photo.index + 1, "of", paths.count, photo.item)
    ///         try save(photo.crops.get())
    ///     }
    ///
    /// Results come in the order of the pictures, and a picture that fails does not stop the others. The number of pictures in progress or
    /// waiting to be taken is at most twice the pool's thread count. The cache is not used, because each picture is expected only once.
    ///
    /// - Parameters:
    ///   - pictures: Paths, URLs, or anything that `load` understands.
    ///   - requests: The crops of each picture, made with one detection and one decode.
    ///   - load: Loads a picture; called on a worker thread, for several pictures at once.
    /// - Returns: A sequence that starts its work when it is iterated over; each iteration repeats the work.
    public func crops<Pictures: Sequence & Sendable>(
        of pictures: Pictures,
        to requests: [CropRequest],
        from load: @escaping @Sendable (Pictures.Element) throws -> any Picture
    ) -> CropBatch<Pictures> {
        CropBatch(cropper: self, pictures: pictures, requests: requests, load: load)
    }

    /// Makes several crops of each of many files. See ``crops(of:to:from:)``.
    ///
    /// - Parameters:
    ///   - paths: The paths of files in the formats that `ImageSource` reads.
    ///   - requests: The crops of each picture, made with one detection and one decode.
    ///   - options: How the files are read.
    /// - Returns: A sequence that starts its work when it is iterated over; each iteration repeats the work.
    public func crops<Paths: Sequence<String> & Sendable>(
        of paths: Paths,
        to requests: [CropRequest],
        options: DecodingOptions = DecodingOptions()
    ) -> CropBatch<Paths> {
        crops(of: paths, to: requests) { try ImageSource(contentsOfFile: $0, options: options) }
    }
}
