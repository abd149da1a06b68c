import Subprocess
import TestSupport
import Testing

/// A certificate for this machine, made for one run with OpenSSL's command.
struct TestCertificate {
    private let folder: TemporaryFolder

    var certificate: String { folder.path("certificate.pem") }
    var key: String { folder.path("key.pem") }

    init() async throws {
        folder = try TemporaryFolder()
        try await renew()
    }

    /// Replaces the certificate and its key.
    func renew() async throws {
        let arguments: [String] = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ]
        let made = try await run(.name("openssl"), arguments: Arguments(arguments), output: .discarded, error: .discarded)
        try #require(made.terminationStatus.isSuccess)
    }
}
