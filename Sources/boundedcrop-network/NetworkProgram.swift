import BoundedCrop
import CLibrary
import FoundationEssentials

/// Finds objects with a network: a line with a picture on standard input, a line with what was found on standard output.
@main
enum NetworkProgram {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard 1...2 ~= arguments.count, !arguments.contains(where: { $0.hasPrefix("-") }) else {
            let usage = """
                usage: boundedcrop-network MODEL.onnx [FINGERPRINT]
                Runs the network that MODEL.json describes, for “boundedcrop --detector onnx:MODEL.onnx”. For each line on standard input,
                  {"image": "a PNG as Base64", "number": 1}
                it writes one to standard output: {"features": [{"x", "y", "width", "height", "confidence", "kind", "priority"}]} or
                {"error": "what is wrong"}, with the number if there is one. Files with another fingerprint are refused.
                """
            _ = Descriptor.write(Array((usage + "\n").utf8), to: STDERR_FILENO)
            exit(64)
        }
        // Before the network is read: what it declares is only known then.
        ObjectNetwork.limitMemory()
        // An unusable network is the answer to every picture, which reaches whoever asked.
        let search = Result { try ObjectSearch(contentsOfFile: arguments[0], fingerprint: arguments.dropFirst().first) }
        while let line = readLine() {
            guard Descriptor.write(Array((answer(to: line, with: search) + "\n").utf8), to: STDOUT_FILENO) else { exit(1) }
        }
    }

    private static func answer(to line: String, with search: Result<ObjectSearch, any Error>) -> String {
        var number: Int?
        do {
            let search = try search.get()
            let request = try Request(line: line)
            number = request.number
            return try JSONText.text(Answer(number: number, features: search.features(in: request.pixels())))
        } catch {
            let message = (error as? BoundedCropError)?.message ?? "\(error)"
            return (try? JSONText.text(Answer(number: number, error: message))) ?? #"{"error":"the answer cannot be written"}"#
        }
    }
}
