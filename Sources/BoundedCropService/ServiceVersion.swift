/// The version of the answers: answers of different versions may have different bytes.
package enum ServiceVersion {
    package static let current = "2"
}
