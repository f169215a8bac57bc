import Testing

@testable import Statecharts

/// Values are what their bytes are.
struct ValueIdentityTests {
  private func bytes(_ value: Value) -> [UInt8] { value.canonicalBytes }

  @Test("canonically equivalent spellings are different texts, in values, names and records")
  func spelling() {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    #expect(Value.string(composed) != .string(decomposed))
    #expect(Member(composed, 1) != Member(decomposed, 1))
    #expect(Value.enumeration(composed, []) != .enumeration(decomposed, []))
    #expect(Set<Value>([.string(composed), .string(decomposed)]).count == 2)
    #expect(bytes(.string(composed)) != bytes(.string(decomposed)))
    #expect(Fingerprint(of: .string(composed)) != Fingerprint(of: .string(decomposed)))
  }

  @Test("every nan is one value, whatever its sign and payload")
  func nans() {
    let zero = Double("0")!
    let nans = [
      Double.nan, -.nan, .signalingNaN, zero / zero, -(zero / zero), Double(nan: 5, signaling: false),
      Double(bitPattern: 0xFFF8_0000_0000_0001),
    ]
    for nan in nans {
      #expect(Value.double(nan) == .double(.nan))
      #expect(bytes(["x": [.double(nan)]]) == bytes(["x": [.double(.nan)]]))
      #expect(Fingerprint(of: .double(nan)) == Fingerprint(of: .double(.nan)))
    }
    #expect(Set(nans.map(Value.double)).count == 1)
    #expect(Value.double(.nan) != .double(.infinity))
  }

  @Test("numbers are their bit patterns: nan is itself, minus zero is not zero, 1 is not 1.0")
  func numbers() {
    #expect(Value.double(.nan) == .double(.nan))
    #expect(bytes(.double(0)) != bytes(.double(-0.0)))
    #expect(Fingerprint(of: .double(0)) != Fingerprint(of: .double(-0.0)))
    #expect(Value.double(0) != .double(-0.0))
    #expect(Value.int(1) != .double(1))
    #expect(Set<Value>([.double(.nan), .double(.nan), .double(0), .double(-0.0)]).count == 3)
  }

  @Test("different values have different canonical bytes, equal values equal ones")
  func injective() {
    let values: [Value] = [
      .null, false, true, 0, 1, 0.0, .double(-0.0), "", "a", "ab", [], [.null], [[]], ["a", "b"], ["ab"], [:], ["a": 1],
      ["a": [1]], .enumeration("", []), .enumeration("a", []), .enumeration("a", [Member("", 1)]), .secret(1),
      .secret("a"), .reference(InstanceID(0)), .reference(InstanceID(1)), .weak(nil), .weak(InstanceID(0)),
      .weak(InstanceID(-1)), .signal(.failing(1)), .signal(.wiring("a", [])), .signal(.execution(InstanceID(0))),
      .signal(.executionCatchingErrors(InstanceID(0))),
    ]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        #expect((left == right) == (index == other), "\(left) \(right)")
        #expect((bytes(left) == bytes(right)) == (index == other), "\(left) \(right)")
      }
    }
  }

  @Test("the members of a record count in their order")
  func order() {
    let record: Value = ["a": 1, "b": 2]
    #expect(record != ["b": 2, "a": 1])
  }

  @Test("values that print alike or nest differently have different fingerprints")
  func distinct() {
    let values: [Value] = [
      .null, false, true, 0, 1, 0.0, -0.0, "", "0", [], [[]], [[], []], [:], ["": .null], .enumeration("", []),
      .weak(nil),
      "é", "e\u{301}", ["a", "b"], ["ab"], .reference(InstanceID(0)), .weak(InstanceID(0)), .secret(.null),
      .signal(.wiring("", [])), .signal(.execution(InstanceID(0))), .signal(.executionCatchingErrors(InstanceID(0))),
    ]
    #expect(Set(values.map { Fingerprint(of: $0) }).count == values.count)
  }

  @Test("an identity holds the secrets: two values have one fingerprint when they are equal, and only then")
  func secrets() {
    let wrappings: [(Value) -> Value] = [
      { $0 }, { [1, $0] }, { ["password": $0] }, { .enumeration("typed", [Member("", $0)]) }, { .secret($0) },
      { .signal(.wiring("check", [$0])) }, { .signal(.failing($0)) },
    ]
    for wrap in wrappings {
      #expect(Fingerprint(of: wrap(.secret("right"))) != Fingerprint(of: wrap(.secret("wrong"))))
      #expect(Fingerprint(of: wrap(.secret("right"))) == Fingerprint(of: wrap(.secret("right"))))
      #expect(Fingerprint(of: wrap(.secret("right"))) != Fingerprint(of: wrap("right")))
    }
  }
}
