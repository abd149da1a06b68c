internal import FoundationEssentials

/// Base64 with the letters for URLs (RFC 4648, 5).
enum URLSafeBase64 {
    /// The text of bytes, with padding.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
