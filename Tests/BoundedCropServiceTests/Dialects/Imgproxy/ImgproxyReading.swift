@testable import BoundedCropService

/// A dialect with settings, and what it reads and writes as text.
struct ImgproxyReading {
    let dialect: ImgproxyDialect

    init(_ change: (inout ServiceConfiguration) -> Void = { _ in }) throws {
        var configuration = ServiceConfiguration()
        change(&configuration)
        dialect = try ImgproxyDialect(configuration)
    }

    func request(_ target: String) throws -> DialectRequest { try dialect.read(DialectTarget(target)) }

    /// The request of an unsigned URL.
    func text(_ path: String) throws -> String { try request("unsafe/" + path).url.description }
}
