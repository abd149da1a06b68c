extension ServiceConfiguration {
    /// Whether URLs of a grammar can be signed, and their signatures verified.
    func hasKey(of grammar: Grammar) -> Bool {
        switch grammar {
        case .thumbor: !keys.isEmpty
        case .imgproxy: !dialects.imgproxyKeys.isEmpty
        case .cloudinary: !dialects.cloudinarySecrets.isEmpty
        case .imgix: !dialects.imgixTokens.isEmpty
        case .imagekit: !dialects.imageKitKeys.isEmpty
        case .iiif, .cloudflare: false
        }
    }

    /// Whether unsigned URLs of a grammar are answered.
    func allowsUnsigned(_ grammar: Grammar) -> Bool { isUnsafe || unsignedGrammars.contains(grammar) }

    /// The same configuration without any key.
    var withoutKeys: ServiceConfiguration {
        var configuration = self
        (configuration.keys, configuration.secretFiles) = ([], SecretFiles())
        (configuration.dialects.imgproxyKeys, configuration.dialects.imgproxySalts) = ([], [])
        (configuration.dialects.cloudinarySecrets, configuration.dialects.imageKitKeys) = ([], [])
        configuration.dialects.imgixTokens = []
        return configuration
    }

    /// Where a grammar is, or where the setting `grammar` would put it by its name alone.
    package func mount(of grammar: Grammar) -> GrammarMount {
        grammars.first { $0.grammar == grammar } ?? GrammarMount(grammar)
    }
}
