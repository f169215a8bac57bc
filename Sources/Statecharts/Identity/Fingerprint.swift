/// 128 bits that stand for a value: the key of whoever searches, in every process and on every platform the same.
///
/// It is taken over the canonical bytes, secrets included, so two values have one fingerprint when they are equal, and only
/// then but for a chance of 1 in 2¹²⁸. It is never printed: what a secret is could be found by trying. What is printed is a
/// `MaskedDigest`.
public struct Fingerprint: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  /// The fingerprint of a value; linear in its size.
  package init(of value: Value) {
    self.init(ofBytes: value.canonicalBytes)
  }

  private init(ofBytes bytes: [UInt8]) {
    var hash = SipHash()
    hash.update(bytes)
    (first, second) = hash.finalized()
  }

  init(_ halves: (first: UInt64, second: UInt64)) {
    (first, second) = halves
  }

  /// The fingerprint of a pair, from those of its parts.
  package init(_ first: Fingerprint, _ second: Fingerprint) {
    var hash = KeyHash()
    for word in [first.first, first.second, second.first, second.second] { hash.update(word) }
    self.init(hash.finalized())
  }
}
