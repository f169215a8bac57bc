/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein 2012), under a fixed key.
///
/// `Hasher` is seeded anew in every process; what is printed or saved needs a hash that is the same everywhere. The key
/// is public, so this is a fingerprint of honest values, not a signature.
package struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  /// The bytes that do not fill a word yet, least significant first.
  private var tail: UInt64 = 0
  private var count: UInt64 = 0

  package init(key0: UInt64 = 0x7369_676E_616C_626F, key1: UInt64 = 0x782D_7472_6163_6573) {
    v0 = key0 ^ 0x736F_6D65_7073_6575
    v1 = key1 ^ 0x646F_7261_6E64_6F6D ^ 0xEE
    v2 = key0 ^ 0x6C79_6765_6E65_7261
    v3 = key1 ^ 0x7465_6462_7974_6573
  }

  package mutating func update(_ byte: UInt8) {
    tail |= UInt64(byte) << (8 * (count & 7))
    count &+= 1
    if count & 7 == 0 {
      compress(tail)
      tail = 0
    }
  }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { update($0) }
    if isDone == nil { for byte in bytes { update(byte) } }
  }

  /// Takes bytes by words where they fill some.
  private mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self)
        update(UInt64(littleEndian: word))
        index += 8
      } else {
        update(bytes[index])
        index += 1
      }
    }
  }

  /// Adds an integer as eight bytes, least significant first.
  package mutating func update(_ word: UInt64) {
    let filled = 8 * (count & 7)
    count &+= 8
    compress(tail | word << filled)
    tail = filled == 0 ? 0 : word >> (64 - filled)
  }

  /// The two halves of the digest of everything added so far.
  package func finalized() -> (first: UInt64, second: UInt64) {
    var state = self
    state.compress(tail | (count & 0xFF) << 56)
    state.v2 ^= 0xEE
    for _ in 0..<4 { state.round() }
    let first = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    state.v1 ^= 0xDD
    for _ in 0..<4 { state.round() }
    return (first, state.v0 ^ state.v1 ^ state.v2 ^ state.v3)
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1.rotated(by: 13) ^ v0
    v0 = v0.rotated(by: 32)
    v2 &+= v3
    v3 = v3.rotated(by: 16) ^ v2
    v0 &+= v3
    v3 = v3.rotated(by: 21) ^ v0
    v2 &+= v1
    v1 = v1.rotated(by: 17) ^ v2
    v2 = v2.rotated(by: 32)
  }
}

extension UInt64 {
  @inlinable
  @inline(__always)
  package func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
