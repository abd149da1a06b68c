internal import BoundedCrop
internal import Oracles

@testable internal import BoundedCropRendering
@testable internal import ServiceGrammar

/// A path as sent by a client: signature, grammar, filters, and the source that it names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = Input(bytes, count).text
    let path = RequestPath(text)
    Oracle.try {
        let signer = try URLSigner(keys: ["a key of sixteen", "another, longer key"])
        Oracle.require(signer.signedInstructions(of: path) == nil, "an invalid signature is accepted: \(text)")
        let url = try ImageURL(instructions: path.instructions)
        _ = url.imageURL
        _ = url.extractingFocalRegion()
        let signed = signer.sign(path.instructions)
        if !path.instructions.isEmpty, !path.instructions.hasPrefix("/") {
            Oracle.require(signer.signedInstructions(of: RequestPath(signed)) != nil, "a valid signature is refused: \(signed)")
        }
        let asked = try DialectRequest(url)
        _ = asked.request.pictureNames
        try asked.refuseIgnored()
    }
    return 0
}
