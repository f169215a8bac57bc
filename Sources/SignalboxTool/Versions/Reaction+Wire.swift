import Differences
import Exploration
import Traces
import ViewModels
import Worker

extension Reaction {
  var wire: Value {
    [.string(subject.kind.rawValue), .string(subject.name.text), .int(offset), old.listed, .list(values)]
  }

  init(wire: Value) throws(Wire.Problem) {
    let parts = try wire.elements(5...5, of: "a reaction")
    guard let kind = Effect.Kind(rawValue: try parts[0].text) else { throw parts[0].wrong("a kind of reaction") }
    self.init(
      kind, Name(try parts[1].text), at: try parts[2].number,
      old: try parts[3].elements(0...1, of: "a value or none").first,
      try parts[4].elements)
  }
}

extension Cause {
  fileprivate var wire: Value {
    [.string(source.rawValue), .string(event), .string(target), value.listed, .bool(isHeld)]
  }

  fileprivate init(wire: Value) throws(Wire.Problem) {
    let parts = try wire.elements(5...5, of: "a cause")
    guard let source = Source(rawValue: try parts[0].text) else { throw parts[0].wrong("the source of a cause") }
    self.init(
      source, try parts[1].text, on: try parts[2].text,
      value: try parts[3].elements(0...1, of: "a value or none").first, isHeld: try parts[4].flag)
  }
}

extension Standing {
  fileprivate var wire: [Member] {
    [
      Member("place", .int(place)),
      Member("key", .string(String(key.first, radix: 16) + "-" + String(key.second, radix: 16))),
      Member("due", untilDue.map(Value.int) ?? .null), Member("crashed", .bool(hasCrashed)),
    ]
  }

  /// The text of a key gets a new fingerprint, because keys are only compared for equality.
  fileprivate init(wire: Value) throws(Wire.Problem) {
    self.init(
      place: try wire.member("place").number, key: Fingerprint(of: .string(try wire.member("key").text)),
      untilDue: try wire.member("due").ifAny?.number, hasCrashed: try wire.member("crashed").flag)
  }
}

extension SideStep {
  var wire: Value? { stimulus.wire.map { [.int(place), $0, .bool(isHeld)] } }

  init(wire: Value) throws(Wire.Problem) {
    let parts = try wire.elements(3...3, of: "a step")
    self.init(place: try parts[0].number, stimulus: try Stimulus(wire: parts[1]), isHeld: try parts[2].flag)
  }
}

extension SideStep.Result {
  var wire: Value {
    .record(
      standing.wire + [
        Member("cause", done.cause.map(\.wire) ?? .null), Member("did", .list(done.reactions.map(\.wire))),
      ])
  }

  init(wire: Value) throws(Wire.Problem) {
    let cause = try wire.member("cause").ifAny
    self.init(
      standing: try Standing(wire: wire),
      done: StepReactions(
        cause: try cause.map(Cause.init(wire:)),
        reactions: try wire.member("did").elements.map(Reaction.init(wire:))))
  }
}

extension SideOpening {
  var wire: [Member] {
    standing.wire + [
      Member("phase", .list(phase.map { [.string($0.region.text), .string($0.state.text)] })),
      Member("fields", .list(fields.map { [.string($0.name.text), $0.value] })),
    ]
  }

  init(wire: Value) throws(Wire.Problem) {
    let pair = "a name and its contents"
    self.init(
      standing: try Standing(wire: wire),
      phase: try wire.member("phase").elements.map { (value) throws(Wire.Problem) in
        let parts = try value.elements(2...2, of: pair)
        return RegionState(Name(try parts[0].text), Name(try parts[1].text))
      },
      fields: try wire.member("fields").elements.map { (value) throws(Wire.Problem) in
        let parts = try value.elements(2...2, of: pair)
        return Member(try parts[0].text, parts[1])
      })
  }
}

extension DefinitionPart {
  var wire: Value { [.string(kind.rawValue), .string(owner.text), .string(name.text), .string(detail)] }

  init(wire: Value) throws(Wire.Problem) {
    let parts = try wire.elements(4...4, of: "a part of a definition")
    guard let kind = Kind(rawValue: try parts[0].text) else { throw parts[0].wrong("a kind of part") }
    self.init(kind, of: Name(try parts[1].text), Name(try parts[2].text), try parts[3].text)
  }
}

extension MoveDomain {
  /// Older versions require `rows` and `keyboard`.
  var wire: Value { ["rows": false, "keyboard": false, "program": .bool(isPastTheScreen)] }

  init(wire: Value) throws(Wire.Problem) {
    self.init()
    isPastTheScreen = try wire.member("program").flag
  }
}
