/// SipHash-2-4 with 128 bits (Aumasson and Bernstein 2012) and a public key, so it is no signature. It is for
/// printed and saved hashes, because `Hasher`'s seed differs between processes.
package struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
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

  package mutating func update(_ word: UInt64) {
    let filled = 8 * (count & 7)
    count &+= 8
    compress(tail | word << filled)
    tail = filled == 0 ? 0 : word >> (64 - filled)
  }

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

  /// The hash so far in 32 hexadecimal digits.
  package var digits: String {
    let (first, second) = finalized()
    return first.hexDigits + second.hexDigits
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

extension UnsignedInteger where Self: FixedWidthInteger {
  /// In hexadecimal, with leading zeros.
  package var hexDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }
}

extension UInt64 {
  @inlinable
  @inline(__always)
  package func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}

/// 128 bits in two lanes; each folds the product of its state and the word.
///
/// It serves keys in memory that no attacker chooses, and is several times faster than `SipHash`. Two keys of n
/// words collide with a chance of about n in 2¹²⁸. It must not be printed or saved.
package struct KeyHash: Sendable {
  @usableFromInline var first: UInt64 = 0x243F_6A88_85A3_08D3
  @usableFromInline var second: UInt64 = 0x1319_8A2E_0370_7344

  @inlinable
  package init() {}

  @inlinable
  @inline(__always)
  package mutating func update(_ word: UInt64) {
    first = KeyHash.lane(first, word)
    second = KeyHash.fold(second &+ word, 0xD1B5_4A32_D192_ED03)
  }

  package mutating func update(_ bytes: [UInt8]) {
    update(UInt64(bytes.count))
    bytes.withUnsafeBytes { $0.forEachWord { update($0) } }
  }

  @inlinable
  package func finalized() -> (first: UInt64, second: UInt64) {
    (
      KeyHash.fold(first ^ second.rotated(by: 32), 0xA409_3822_299F_31D1),
      KeyHash.fold(second &+ first, 0x082E_FA98_EC4E_6C89)
    )
  }

  /// A one-lane hash, for tables that compare the keys they find.
  @inlinable
  @inline(__always)
  package static func lane(_ state: UInt64, _ word: UInt64) -> UInt64 { fold(state ^ word, 0x9E37_79B9_7F4A_7C15) }

  /// Mixes in `word` again, because a product of 0 would lose it.
  @inlinable
  @inline(__always)
  static func fold(_ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low ^ word.rotated(by: 29)
  }
}
