/// The names that a Swift text uses as members, `.name`, calls, `name(`, or types, `: Name`. Names that only occur, for example in other
/// names, as variables or as labels, do not count.
struct UsedNames {
    let all: Set<String>

    init(_ text: String) {
        let text = Array(text.utf8)
        var all: Set<String> = []
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, Self.isPartOfName(text[index]) { index += 1 }
            guard start < index else {
                index += 1
                continue
            }
            let name = String(decoding: text[start..<index], as: UTF8.self)
            let isCalled = index < text.count && text[index] == UInt8(ascii: "(")
            let before = text[..<start].suffix(2)
            let isType = before.elementsEqual(": ".utf8) && name.first?.isUppercase == true
            if isCalled || before.last == UInt8(ascii: ".") || isType { all.insert(name) }
        }
        self.all = all
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "_")
        }
    }
}
