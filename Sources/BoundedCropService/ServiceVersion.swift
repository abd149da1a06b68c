/// What the answers of one version have in common: another version's may have other bytes.
package enum ServiceVersion {
    package static let current = "1"
}
