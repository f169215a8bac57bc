/// The fingerprint of bytes as they come: what a file says of its own bytes, so that a changed one is noticed.
///
/// It is SipHash-2-4 with 128 bits under the key of `Fingerprint`, over the bytes alone, and stays the same everywhere.
public struct ByteFingerprint: Sendable {
  private var hash = SipHash()

  public init() {}

  public mutating func add(_ bytes: some Sequence<UInt8>) { hash.update(bytes) }

  /// The fingerprint of everything that was added so far.
  public var value: Fingerprint { Fingerprint(hash) }
}

extension Fingerprint {
  fileprivate init(_ hash: SipHash) {
    (first, second) = hash.finalized()
  }
}
