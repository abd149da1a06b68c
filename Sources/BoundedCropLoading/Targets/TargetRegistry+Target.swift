extension TargetRegistry {
    /// What identifies a target.
    enum Name: Hashable, Sendable {
        case object(ObjectIdentifier)
        case identifier(String)
    }

    /// A target: its name and, if it is an object, a weak reference to it.
    struct Target: Sendable {
        let name: Name
        /// Whether the object tells when it is released: a `LoadTarget`.
        let tellsItsEnd: Bool
        private let isObject: Bool
        /// Release it only outside the registry's lock, because its deinitializer may need the lock.
        private(set) weak var object: (any AnyObject & Sendable)?

        init(_ object: any AnyObject & Sendable) {
            let object = (object as? any LoadTargetOwner)?.loadTarget ?? object
            self.init(object, named: .object(ObjectIdentifier(object)))
        }

        /// A name can be that of an object that was released, whose address another one has now.
        init(_ object: any AnyObject & Sendable, named name: Name) {
            (self.name, isObject, tellsItsEnd) = (name, true, object is LoadTarget)
            self.object = object
        }

        init(identifier: String) {
            (name, isObject, tellsItsEnd) = (.identifier(identifier), false, false)
        }

        /// Whether the target was an object that has been released.
        /// - Parameter object: What was read from `object`.
        func isGone(_ object: (any AnyObject & Sendable)?) -> Bool { isObject && object == nil }

        /// Whether the registry must look for its release.
        var mustBeWatched: Bool { isObject && !tellsItsEnd }
    }
}
