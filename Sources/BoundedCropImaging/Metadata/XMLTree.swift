internal import CImageCodecs

/// An XML document as a tree, for small documents such as metadata.
package struct XMLTree {
    package struct Element {
        /// `namespace|local`.
        package let name: String
        var attributes: [String: String]
        package var text = ""
        package var children: [Element] = []

        /// An attribute's value, or the text of a child element: RDF allows either form for a property.
        func property(_ name: String) -> String? {
            attributes[name] ?? children.first { $0.name == name }?.text
        }

        /// This element and all its descendants.
        var all: [Element] { [self] + children.flatMap(\.all) }
    }

    package let root: Element

    private static let deepest = 64

    /// Nil if the bytes are not well-formed XML, declare entities, or are nested deeper than any metadata or have more elements than the
    /// limit, by default more than any metadata.
    package init?(_ bytes: [UInt8], elementLimit: Int = 10_000) {
        let builder = Builder(elementLimit: elementLimit)
        let isRead = withExtendedLifetime(builder) {
            bytes.withUnsafeBytes { document in
                bc_xml_read(
                    bc_span(document),
                    bc_xml_reader(
                        context: Unmanaged.passUnretained(builder).toOpaque(),
                        start: { context, name, attributes in
                            Builder.from(context).start(String(cString: name), attributes)
                        },
                        end: { context in Builder.from(context).end() },
                        text: { context, text, length in
                            let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
                            Builder.from(context).add(String(decoding: bytes, as: UTF8.self))
                        }
                    )
                )
            }
        }
        guard isRead, !builder.isTooLarge, let root = builder.root else { return nil }
        self.root = root
    }

    private final class Builder {
        private var open: [Element] = []
        private(set) var root: Element?
        private(set) var isTooLarge = false
        private let elementLimit: Int
        private var count = 0
        private var ignored = 0

        init(elementLimit: Int) {
            self.elementLimit = elementLimit
        }

        static func from(_ context: UnsafeMutableRawPointer) -> Builder {
            Unmanaged<Builder>.fromOpaque(context).takeUnretainedValue()
        }

        func start(_ name: String, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
            guard open.count < XMLTree.deepest, count < elementLimit else {
                isTooLarge = true
                ignored += 1
                return
            }
            var values: [String: String] = [:]
            var index = 0
            while let name = attributes[index], let value = attributes[index + 1] {
                values[String(cString: name)] = String(cString: value)
                index += 2
            }
            count += 1
            open.append(Element(name: name, attributes: values))
        }

        func add(_ text: String) {
            if ignored == 0, !open.isEmpty { open[open.count - 1].text += text }
        }

        func end() {
            if ignored > 0 {
                ignored -= 1
                return
            }
            guard let element = open.popLast() else { return }
            if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
        }
    }
}
