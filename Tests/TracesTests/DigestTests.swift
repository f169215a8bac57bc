import Testing
import Traces
import Turns

@Suite("Digests")
struct DigestTests {
  @Test("SipHash-2-4 of 128 bits agrees with the published vectors")
  func vectors() {
    var hash = SipHash(key0: 0x0706_0504_0302_0100, key1: 0x0F0E_0D0C_0B0A_0908)
    #expect(hash.finalized() == (0xE6A8_25BA_047F_81A3, 0x9302_55C7_1472_F66D))
    hash.update(0 as UInt8)
    #expect(hash.finalized() == (0x44AF_996B_D8C1_87DA, 0x45FC_229B_1159_7634))
  }

  @Test("what is printed is the same in every process")
  func pinned() {
    #expect(MaskedDigest(of: [1, "登录", .null]).description == "edac16b74f07a3f92071e85108f7ddb3")
    #expect(MaskedDigest(of: "").short == "f335f6514f82")
  }

  @Test("values that print alike or nest differently have different digests")
  func distinct() {
    let values: [Value] = [
      .null, false, true, 0, 1, 0.0, -0.0, "", "0", [], [[]], [[], []], [:], ["": .null], .enumeration("", []),
      .weak(nil),
      "é", "e\u{301}", ["a", "b"], ["ab"], .reference(InstanceID(0)), .weak(InstanceID(0)), .secret(.null),
      .signal(.wiring("", [])), .signal(.execution(InstanceID(0))), .signal(.executionCatchingErrors(InstanceID(0))),
    ]
    #expect(Set(values.map { MaskedDigest(of: $0) }).count == values.count)
  }

  @Test("nothing of a secret enters what is printed, wherever it stands")
  func masked() {
    let wrappings: [(Value) -> Value] = [
      { $0 }, { [1, $0] }, { ["password": $0] }, { .enumeration("typed", [Member("", $0)]) }, { .secret($0) },
      { .signal(.wiring("check", [$0])) }, { .signal(.failing($0)) },
    ]
    for wrap in wrappings {
      #expect(MaskedDigest(of: wrap(.secret("aaaaaa"))) == MaskedDigest(of: wrap(.secret("bbbbbbb"))))
      #expect(MaskedDigest(of: [wrap(.secret("aaaaaa"))]) == MaskedDigest(of: [wrap(.secret(["b": 1]))]))
    }
    let rows = { (password: String) in Value.list((0..<40).map { [.int($0), .secret(.string(password))] }) }
    #expect(ValuePrinter(.folded).text(of: rows("right")) == ValuePrinter(.folded).text(of: rows("wrong")))
  }
}
