import BoundedCrop

/// A helper that decodes normally until a file ends with a line such as `rogue segv 2`. It then does what the line says at its second call
/// for such a file, as if the file had taken it over.
@main
enum RogueDecoder {
    nonisolated(unsafe) private static var calls = 0

    static func main() {
        guard CommandLine.arguments.dropFirst() == [DecoderHelper.argument] else { return }
        DecoderHelper.run { source in
            guard let line = lastLine(of: source.bytes), line.count == 3, line[0] == "rogue", let number = Int(line[2]) else { return }
            calls += 1
            if calls == number { Misdeed(rawValue: String(line[1]))?.commit(source) }
        }
    }

    private static func lastLine(of bytes: [UInt8]) -> [Substring]? {
        let line = bytes.suffix(64).reversed().prefix { $0 != 10 }.reversed()
        return String(validating: line, as: UTF8.self)?.split(separator: " ")
    }
}
