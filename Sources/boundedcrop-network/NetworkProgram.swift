import BoundedCrop
import FoundationEssentials

/// Finds objects with a network: a line with a picture on standard input, a line with what was found on standard output.
@main
enum NetworkProgram {
    static func main() throws {
        guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last, !path.hasPrefix("-") else {
            Streams.say(
                """
                usage: boundedcrop-network MODEL.onnx
                Runs the network that MODEL.json describes, for “boundedcrop --detector onnx:MODEL.onnx”. For each line on standard input,
                  {"image": "a PNG as Base64"}
                it writes one to standard output: {"features": [{"x", "y", "width", "height", "confidence", "kind", "priority"}]} or
                {"error": "what is wrong"}.
                """
            )
            Streams.end(status: 64)
        }
        // Before the network is read: what it declares is only known then.
        ObjectNetwork.limitMemory()
        // An unusable network is the answer to every picture, which reaches whoever asked.
        let search = Result { try ObjectSearch(contentsOfFile: path) }
        while let line = readLine() {
            guard Streams.write(answer(to: line, with: search) + "\n") else { Streams.end(status: 1) }
        }
    }

    private static func answer(to line: String, with search: Result<ObjectSearch, any Error>) -> String {
        do {
            let features = try search.get().features(in: Request(line: line).pixels())
            return try JSONText.text(Answer(features: features))
        } catch {
            let message = (error as? BoundedCropError)?.message ?? "\(error)"
            return (try? JSONText.text(Answer(error: message))) ?? #"{"error":"the answer cannot be written"}"#
        }
    }
}
