extension ServiceSettings {
    /// The settings of encryption and of HTTP/2.
    static let connections: [ServiceSetting] = [
        .init(
            "tls-certificate",
            "A PEM file with the certificate and its issuers; with it, all connections are encrypted.",
            .optional(.text("file")),
            \.tlsCertificate
        ),
        .init("tls-key", "The PEM file of the certificate's private key.", .optional(.text("file")), \.tlsKey),
        .init("streams", "The maximum number of requests at once on an HTTP/2 connection.", .number(1...1000), \.streams),
    ]
}
