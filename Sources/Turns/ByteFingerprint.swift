/// The fingerprint of bytes as they come: what a file says of its own bytes, so that a changed one is noticed.
///
/// It is SipHash-2-4 with 128 bits under the public key of `SipHash`, over the bytes alone, and the same everywhere.
package struct ByteFingerprint: Sendable, CustomStringConvertible {
  private var hash = SipHash()

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) { hash.update(bytes) }

  /// 32 hexadecimal digits that stand for everything that was added so far.
  package var description: String {
    let (first, second) = hash.finalized()
    return first.digits + second.digits
  }
}
