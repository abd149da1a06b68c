import BoundedCrop

@main
enum Decoder {
    static func main() { DecoderHelper.runIfAsked() }
}
