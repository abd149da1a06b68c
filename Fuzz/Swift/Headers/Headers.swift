internal import BoundedCrop
internal import FoundationEssentials
internal import NIOHTTP1
internal import Oracles

@testable internal import LoadingGrammar
@testable internal import ServiceGrammar

private let now = Date(timeIntervalSince1970: 1_700_000_000)

/// Header fields and URLs sent by servers and clients: one `name: value` per line; a line without a name is parsed as each of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = Input(bytes, count).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    let fields = lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    let directives = CacheDirectives(HTTPHeaders(fields))
    let expiry = directives.expiry(receivedAt: now, standard: .seconds(60)).timeIntervalSince1970
    Oracle.require(expiry.isFinite && abs(expiry) < 1e12, "fresh until \(expiry)")
    Oracle.require(directives.staleIfError >= 0 && directives.staleIfError.isFinite, "stale for \(directives.staleIfError)")

    if let date = HTTPDate.date(text) {
        Oracle.require(HTTPDate.date(HTTPDate.text(date)) == date, "\(HTTPDate.text(date)) differs from \(text)")
    }
    if let range = ContentRange(text) {
        Oracle.require(range.first >= 0 && range.first <= range.last && range.last < range.total ?? .max, "a part of \(range)")
    }
    if let authority = RequestAuthority(text) {
        Oracle.require(!authority.host.isEmpty, "a server without a name: \(text)")
        _ = authority.isLoopback
    }
    let accept = AcceptHeader(text, offering: [.avif, .webp])
    for format in ImageFormat.allCases {
        let quality = accept.quality(of: format)
        Oracle.require(quality >= 0 && quality <= 1, "a quality of \(quality)")
        _ = accept.format(for: format)
    }
    if let range = try? AddressRange(text) {
        Oracle.try { Oracle.require(try AddressRange(range.description) == range, "\(range) cannot be parsed again") }
    }
    if let location = try? S3Location(text) {
        Oracle.try { Oracle.require(try S3Location(location.text) == location, "\(location.text) cannot be read again") }
        Oracle.try { Oracle.require(try S3Location(location.url) == location, "\(location.url) is not \(location.text)") }
        let parts = location.key.utf8.split(separator: UInt8(ascii: "/"))
        Oracle.require(!parts.contains { $0.elementsEqual("..".utf8) }, "\(location.text) leads upwards")
    }
    if let url = URL(string: text) {
        Oracle.try { try SourcePolicy.standard.check(url) }
        if url.scheme?.lowercased() == "data" {
            var limits = ImageLimits()
            limits.maximumBytes = 1000
            Oracle.try { _ = try DataURL.bytes(of: url, limits: limits) }
        }
    }
    return 0
}
