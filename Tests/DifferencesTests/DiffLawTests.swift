import Testing
import Traces
import Turns

@testable import Differences

@Suite("the laws of a difference")
struct DiffLawTests {
  private static let seeds: Range<UInt64> = 0..<600

  @Test("no run differs from itself")
  func reflexive() {
    for seed in Self.seeds {
      let trace = RandomRuns(seed: seed).run()
      let difference = TraceDifference(from: trace, to: trace)
      #expect(difference.findings.isEmpty && difference.tallies.isEmpty && difference.hasSameStimuli, "seed \(seed)")
      #expect(difference.verdict == .identical)
    }
  }

  @Test("two runs differ exactly when what can be observed differs")
  func faithful() {
    var equal = 0
    for seed in Self.seeds {
      let (a, b) = RandomRuns(seed: seed).pair()
      let isEqual = observations(a) == observations(b)
      equal += isEqual ? 1 : 0
      #expect(TraceDifference(from: a, to: b).findings.isEmpty == isEqual, "seed \(seed)")
    }
    #expect(equal > 30 && equal < 570)
  }

  @Test("exchanging the runs exchanges the sides of every finding")
  func mirrored() {
    for seed in Self.seeds {
      let (a, b) = RandomRuns(seed: seed).pair()
      let forth = TraceDifference(from: a, to: b)
      let back = TraceDifference(from: b, to: a)
      let hasCarries = forth.hasSameStimuli
      let expected = forth.findings.map { Mirrored($0, isSwapped: true, hasCarries: hasCarries) }
      let found = back.findings.map { Mirrored($0, isSwapped: false, hasCarries: hasCarries) }
      #expect(Set(expected) == Set(found) && expected.count == found.count, "seed \(seed)")
      #expect(Set(forth.tallies.map(\.counts.swapped)) == Set(back.tallies.map(\.counts)), "seed \(seed)")
    }
  }

  @Test("every line of either text is free of secrets and control characters")
  func clean() {
    for seed in Self.seeds {
      let (a, b) = RandomRuns(seed: seed).pair()
      let difference = TraceDifference(from: a, to: b)
      for line in DifferencePrinter().lines(difference) + DifferenceJSON.lines(difference) {
        #expect(!line.contains("hidden") && !line.unicodeScalars.contains { $0.value < 0x20 }, "seed \(seed)")
      }
    }
  }

  /// What can be observed, by a shorter definition than the one under test: stimuli, and effects with their times.
  private func observations(_ trace: Trace) -> [[Value]] {
    var state: [Value: Value] = [:]
    var start = 0
    var result: [[Value]] = []
    for member in trace.header.fields { state[.string(member.name.text)] = member.value }
    for turn in trace.turns {
      if turn.cause.source == .user {
        start = turn.time
        result.append(["stimulus", .string("\(turn.cause)")])
      }
      var places: [Value: Int] = [:]
      for effect in turn.effects {
        guard let (name, old, new) = parts(effect) else { continue }
        let isField = old != nil
        guard !isField || state[name] ?? old != new else { continue }
        if isField { state[name] = new }
        if let place = places[name] {
          result[place].append(new)
        } else {
          if isField || name == "r" { places[name] = result.count }
          result.append([.int(turn.time - start), name, new])
        }
      }
    }
    return result
  }

  /// The name and the new value of an effect, and the old one of a field.
  private func parts(_ effect: Effect) -> (name: Value, old: Value?, new: Value)? {
    switch effect {
    case .tie: nil
    case .set(let field, let old, let new): (.string(field.text), old, new)
    case .moved(let region, _, let to): (.string(region.text), nil, .string(to))
    default: ("effect", nil, .string("\(effect)"))
    }
  }
}

/// A finding without what may depend on the order of the sides.
private struct Mirrored: Hashable {
  var content: Divergence.Content
  var places: [Divergence.Place]
  var stimulus: Sides<Value>
  var carries: Set<Divergence.Carry>

  init(_ finding: Divergence, isSwapped: Bool, hasCarries: Bool) {
    let places = [finding.place] + finding.repetitions
    let stimulus = finding.stimulus.map(\.identity)
    content = isSwapped ? finding.content.mirrored : finding.content.sorted
    self.places = isSwapped ? places.map(\.swapped) : places
    self.stimulus = isSwapped ? stimulus.swapped : stimulus
    let carries = finding.carries.map { carry in
      var carry = carry
      if isSwapped { carry.reconverges = carry.reconverges?.swapped }
      return carry
    }
    self.carries = hasCarries ? Set(carries) : []
  }
}

extension Divergence.Content {
  fileprivate var sorted: Self {
    guard case .changed(let sides, let changes) = self else { return self }
    return .changed(sides, changes.sorted { "\($0.path)\($0.sides)" < "\($1.path)\($1.sides)" })
  }

  fileprivate var mirrored: Self {
    switch self {
    case .step(let side, let reactions): .step(side.other, reactions)
    case .absent(let side, let reason, let reactions): .absent(side.other, reason: reason, reactions)
    case .stimulus: .stimulus
    case .only(let side, let reaction): .only(side.other, reaction)
    case .changed(let sides, let changes): Self.changed(sides.swapped, changes.map(\.mirrored)).sorted
    case .shifted(let pairs): .shifted(pairs.map(\.swapped))
    case .reordered(let reaction, let side, let neighbour):
      .reordered(reaction, firstOn: side.other, neighbour: neighbour)
    }
  }
}

extension ValueChange {
  fileprivate var mirrored: ValueChange {
    let path = path.map { element -> PathElement in
      switch element {
      case .member: element
      case .index(let places): .index(places.swapped)
      }
    }
    let notes = notes.map { note -> TextNote in
      switch note {
      case .normalisation(let scalars): .normalisation(scalars.swapped)
      case .invisible(let scalars): .invisible(scalars.swapped)
      case .firstDifference: note
      }
    }
    return ValueChange(path: path, sides: sides.swapped, notes: notes)
  }
}
