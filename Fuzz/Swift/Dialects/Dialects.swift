internal import BoundedCrop
internal import Foundation
internal import HTTPTypes
internal import Oracles

@testable internal import BoundedCropRendering
@testable internal import ServiceGrammar

/// The path and query of a URL after a letter: the grammar that reads it, a capital one with keys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Input(bytes, count)
    guard input.bytes.count > 1 else { return 0 }
    let grammar = grammar(input.bytes[0])
    let hasKeys = input.bytes[0] & 0x20 == 0
    Oracle.try {
        let dialects = try hasKeys ? keyed.get() : plain.get()
        guard let dialect = dialects[grammar], let thumbor = dialects[.thumbor] as? ThumborDialect else { return }
        let text = String(decoding: input.bytes.dropFirst(), as: UTF8.self)
        var target = DialectTarget(text, mount: "/images", authority: "images.example.org")
        target.accept = text
        let request = try dialect.read(target)
        Oracle.require(!request.isSigned, "an invalid signature is accepted: \(text)")
        check(request)
        Oracle.try { try check(thumbor, writes: request, hasKeys) }
        if case .presented(let presenter) = request.answer { try check(presenter) }
    }
    return 0
}

private func grammar(_ byte: UInt8) -> Grammar {
    let all = Grammar.allCases
    return all[(Int(byte & 0x1F) + all.count - 1) % all.count]
}

private let plain = Result { try dialects(ServiceConfiguration()) }

private let keyed = Result {
    var configuration = ServiceConfiguration()
    configuration.keys = ["a key of sixteen", "another, longer key"]
    configuration.allowsUnsafe = true
    configuration.rendering.keepsMetadata = true
    configuration.dialects.imgproxyKeys = ["00112233445566778899aabbccddeeff"]
    configuration.dialects.imgproxySalts = ["0011"]
    configuration.dialects.imgproxyPresets = ["default=q:80", "thumb=rs:fill:30:20/g:sm/pr:thumb", "mark=wm:0.5:soea/pr:thumb:default"]
    configuration.dialects.imgproxyWatermark = "mark, (1).png"
    configuration.dialects.cloudinarySecrets = ["sixteen bytes of secret"]
    configuration.dialects.imageKitKeys = ["sixteen bytes of key"]
    configuration.dialects.imageKitID = "demo"
    configuration.dialects.imgixTokens = ["sixteen bytes of token"]
    configuration.dialects.publicURL = "https://images.example.org"
    return try dialects(configuration)
}

private func dialects(_ configuration: ServiceConfiguration) throws -> [Grammar: any Dialect] {
    Dictionary(uniqueKeysWithValues: try Grammar.allCases.map { ($0, try $0.dialect(configuration)) })
}

/// Requests are within all limits, and are the same in JSON.
private func check(_ asked: DialectRequest) {
    let (request, stages) = (asked.request, asked.request.stages)
    Oracle.require(stages.count <= 8 && stages.reduce(0) { $0 + $1.steps.count } <= 32, "beyond the limits: \(request)")
    Oracle.require(!asked.image.isEmpty, "a picture is missing: \(request)")
    for text in [asked.image, asked.delivery.fileName ?? ""] + request.pictureNames {
        Oracle.require(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "control characters: \(text)")
    }
    for side in stages.flatMap({ [$0.target.dimensions.width, $0.target.dimensions.height] }) {
        if case .pixels(let pixels) = side { Oracle.require((1...65_535).contains(pixels), "a side of \(pixels) pixels: \(request)") }
    }
    do {
        try request.check()
        let again = try JSONDecoder().decode(RenderRequest.self, from: JSONText.data(request))
        Oracle.require(again == request, "\(request) is another request as JSON: \(again)")
    } catch {
        fatalError("ORACLE: \(error) in \(request)")
    }
}

/// What can be written is read again as the same request but for decimals, with a valid signature.
private func check(_ thumbor: ThumborDialect, writes asked: DialectRequest, _ hasKeys: Bool) throws {
    let written = try thumbor.write(asked)
    do {
        let again = try thumbor.read(DialectTarget(written))
        Oracle.require(try thumbor.write(again) == written, "\(written) is read as \(again.request)")
        Oracle.require(again.isSigned == hasKeys, "the signature of \(written) is not valid")
    } catch {
        fatalError("ORACLE: \(written) of \(asked.request) cannot be read again: \(error)")
    }
}

/// What is added to answers are valid fields.
private func check(_ presenter: any AnswerPresenter) throws {
    let size = PixelSize(width: 3000, height: 2000)
    let crop = PixelRect(x: 10, y: 20, width: 300, height: 200)
    for geometry in [nil, PictureGeometry(source: size, crop: crop, size: PixelSize(width: 150, height: 100))] {
        var answer = Answer(type: "image/jpeg", bytes: [])
        Oracle.try { try presenter.present(&answer, of: geometry) }
        for value in answer.headers.all + presenter.headers.all + [answer.type] {
            Oracle.require(value.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a field with other characters than ASCII's: \(value)")
        }
    }
}
