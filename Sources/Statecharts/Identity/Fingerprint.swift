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

/// 128 bits over words: two lanes, each folding the product of its state and the word.
///
/// It is for keys that nobody hostile chooses, and several times as fast as `SipHash`; a key of n words collides with another
/// by a chance of about n in 2¹²⁸. It is never printed or saved.
struct KeyHash: Sendable {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344

  @inline(__always)
  mutating func update(_ word: UInt64) {
    first = KeyHash.fold(first ^ word, 0x9E37_79B9_7F4A_7C15)
    second = KeyHash.fold(second &+ word, 0xD1B5_4A32_D192_ED03)
  }

  /// The two halves of the digest of everything added so far.
  func finalized() -> (first: UInt64, second: UInt64) {
    (
      KeyHash.fold(first ^ second.rotated(by: 32), 0xA409_3822_299F_31D1),
      KeyHash.fold(second &+ first, 0x082E_FA98_EC4E_6C89)
    )
  }

  /// Both halves of a product, one over the other; the state that it would lose at 0 stays in it.
  @inline(__always)
  private static func fold(_ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low ^ word.rotated(by: 29)
  }
}
