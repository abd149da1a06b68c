/// A short name for bytes: FNV-1a of 64 bits, which tells files apart but resists nobody who wants two to collide.
enum Fingerprint {
    static func text(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
