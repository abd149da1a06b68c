internal import BoundedCrop
internal import NIOCore
internal import NIOSSL

/// The PEM files of a certificate and of its private key.
struct CertificateFiles: Sendable {
    /// The certificate, followed by those of its issuers.
    let certificate: String
    let key: String

    init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// Nil if neither file is set. Throws `invalidSetting` if one of them is missing.
    init?(_ configuration: ServiceConfiguration) throws {
        switch (configuration.tlsCertificate, configuration.tlsKey) {
        case (nil, nil): return nil
        case (let certificate?, let key?): self.init(certificate: certificate, key: key)
        default: throw BoundedCropError(.invalidSetting, "tls-certificate and tls-key are only valid together")
        }
    }

    /// The versions of both files; nil for one that cannot be read.
    var versions: [FileVersion?] { [certificate, key].map { FileVersion(ofFile: $0) } }

    /// What connections are encrypted with: TLS 1.2 or 1.3, with the ciphers that HTTP/2 allows (RFC 9113, 9.2.2).
    ///
    /// Throws `invalidSetting`, naming the file.
    func context() throws -> NIOSSLContext {
        let chain = try reading(certificate, "tls-certificate") { try NIOSSLCertificate.fromPEMBytes($0) }
        guard !chain.isEmpty else { throw BoundedCropError(.invalidSetting, "tls-certificate \(certificate): there is no certificate") }
        let privateKey = try reading(key, "tls-key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(privateKey)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        configuration.applicationProtocols = ["h2", "http/1.1"]
        // For clients that do not confirm the end.
        configuration.shutdownTimeout = .seconds(2)
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw BoundedCropError(
                .invalidSetting,
                "tls-key \(key) does not belong to tls-certificate \(certificate), or cannot be used",
                underlying: error
            )
        }
    }

    private func reading<Value>(_ file: String, _ setting: String, _ read: ([UInt8]) throws -> Value) throws -> Value {
        do {
            return try read(try FileReader.bytes(ofFile: file, limits: ImageLimits(), waits: false))
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidSetting, "\(setting) \(file): \(error.message)", underlying: error)
        } catch {
            throw BoundedCropError(.invalidSetting, "\(setting) \(file): this is not a PEM file of the kind needed", underlying: error)
        }
    }
}
