/// The crops of many pictures, made while they are asked for. See ``BoundedCropper/crops(of:to:from:)``.
///
/// A few pictures are worked on at once, and no more are begun than are taken out: however many there are, memory holds only those few.
public struct CropBatch<Pictures: Sequence & Sendable>: AsyncSequence, Sendable where Pictures.Element: Sendable {
    /// Failures are results of single pictures.
    public typealias Failure = Never

    /// What became of one picture.
    public struct Element: Sendable {
        /// What the picture was given as.
        public let item: Pictures.Element
        /// Its place in the sequence, from 0: one less than how many pictures are done.
        public let index: Int
        /// A crop for each request, or why there are none.
        public let crops: Result<[CroppedPicture], any Error>
    }

    let cropper: BoundedCropper
    let pictures: Pictures
    let requests: [CropRequest]
    let load: @Sendable (Pictures.Element) throws -> any Picture

    /// Begins anew with the first picture.
    public func makeAsyncIterator() -> Iterator {
        Iterator(batch: self, remaining: pictures.makeIterator())
    }

    /// Gives the results in the order of the pictures. When the task is cancelled, or the iterator is let go, the work that is under way is
    /// cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private let batch: CropBatch
        private var remaining: Pictures.Iterator
        private let running = Running()
        private var count = 0

        fileprivate init(batch: CropBatch, remaining: Pictures.Iterator) {
            (self.batch, self.remaining) = (batch, remaining)
        }

        /// The next picture's crops; nil after the last one, and once the task is cancelled.
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

    /// What has been begun and not been taken out.
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
    /// Several crops of each of many pictures.
    ///
    ///     for await photo in cropper.crops(of: paths, to: [avatar, banner], from: { try ImageSource(contentsOfFile: $0) }) {
    ///         print(photo.index + 1, "of", paths.count, photo.item)
    ///         try save(photo.crops.get())
    ///     }
    ///
    /// Results come in the order of the pictures, and a picture that fails does not stop the others. Twice as many pictures as the pool has
    /// threads are under way or waiting to be taken out. The cache is not used, since each picture is seen once.
    ///
    /// - Parameters:
    ///   - pictures: paths, URLs, or whatever `load` understands.
    ///   - requests: the crops wanted of each picture, from one detection and one decode.
    ///   - load: called on a worker thread, for several pictures at once.
    /// - Returns: a sequence that begins its work when it is iterated over; each iteration does the work anew.
    public func crops<Pictures: Sequence & Sendable>(
        of pictures: Pictures,
        to requests: [CropRequest],
        from load: @escaping @Sendable (Pictures.Element) throws -> any Picture
    ) -> CropBatch<Pictures> {
        CropBatch(cropper: self, pictures: pictures, requests: requests, load: load)
    }

    /// Several crops of each of many files. See ``crops(of:to:from:)``.
    ///
    /// - Parameters:
    ///   - paths: of files in the formats that `ImageSource` reads.
    ///   - options: how the files are read.
    public func crops<Paths: Sequence<String> & Sendable>(
        of paths: Paths,
        to requests: [CropRequest],
        options: DecodingOptions = DecodingOptions()
    ) -> CropBatch<Paths> {
        crops(of: paths, to: requests) { try ImageSource(contentsOfFile: $0, options: options) }
    }
}
