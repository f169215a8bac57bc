import Statecharts

/// A named statement about every instance of a view model that is checked while it runs.
///
/// A property that becomes false is said by the turn that broke it: `broken "the label shows its own row"`. It is said once,
/// and again only after it held meanwhile. Attach it with `properties:`, or write it among the parts of the definition.
@usableFromInline
package struct Property<V: ViewModel>: Sendable {
  /// When its verdict counts.
  package typealias Moment = Monitor.Moment

  package let name: Name
  /// What it waits for, with states as they are written.
  let happenings: [Happening]
  private let make: @Sendable ([Happening]) -> Monitor
  /// What it demands, in a sentence, and where it is written: `Gallery/LoginLaws.swift:21`.
  private var noted: (demand: String, place: String) = ("", "")

  /// What help and findings show of it.
  var note: LawNote { LawNote(name: name, demand: noted.demand, place: noted.place) }

  /// The same with what it demands and where it is written.
  func noting(_ demand: String, at place: String) -> Property {
    var copy = self
    copy.noted = (demand, place)
    return copy
  }

  @usableFromInline
  init(_ monitor: Monitor) {
    self.init(monitor.name, about: []) { _ in monitor }
  }

  init(_ name: Name, about happenings: [Happening], _ make: @escaping @Sendable ([Happening]) -> Monitor) {
    self.name = name
    self.happenings = happenings
    self.make = make
  }

  /// What checks it, with the states that its names mean in a chart.
  func monitor(in chart: ChartTable?) -> Monitor {
    make(chart.map { chart in happenings.map { $0.resolved(in: chart) } } ?? happenings)
  }

  /// Something that always holds at its moment, by default whenever nothing is due.
  package static func invariant(
    _ name: Name, at moment: Moment = .rest, _ holds: @escaping @Sendable (borrowing Witness<V>) -> Bool
  ) -> Property {
    Property(Monitor(name, at: moment) { turn, _ in holds(Witness(turn)) })
  }

  /// Something that holds of the history: an automaton that reads turns.
  ///
  /// - Parameters:
  ///   - memory: The automaton's first state: no references and no counts without end, so that equal situations stay equal.
  ///   - hasTrigger: Whether it says something only where something happens, which the automaton reports or counts.
  ///   - read: Moves the automaton by one turn, and returns whether the law holds now.
  @inlinable
  package static func law<Memory: ValueConvertible>(
    _ name: Name, at moment: Monitor.Moment = .turn, from memory: Memory, hasTrigger: Bool = false,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<V>) -> Bool
  ) -> Property {
    Property(
      .law(name, at: moment, from: memory, hasTrigger: hasTrigger) { memory, turn in read(&memory, Witness(turn)) })
  }

  /// Something that holds of the history, with states as a chart has them. It says something only where a happening occurs.
  static func law<Memory: ValueConvertible>(
    _ name: Name, at moment: Monitor.Moment = .turn, about happenings: [Happening], from memory: Memory,
    _ read: @escaping @Sendable (_ resolved: [Happening], inout Memory, borrowing Witness<V>) -> Bool
  ) -> Property {
    Property(name, about: happenings) { resolved in
      .law(name, at: moment, from: memory, hasTrigger: true) { memory, turn in read(resolved, &memory, Witness(turn)) }
    }
  }

  /// Something that holds of every turn by itself; in contrast to an invariant it sees what the turn did.
  package static func everyTurn(
    _ name: Name, _ holds: @escaping @Sendable (borrowing Witness<V>) -> Bool
  ) -> Property {
    // Who sees what a turn did remembers something.
    Property(
      Monitor(name, at: .turn, remembering: .bool(false), isForgetful: true, hasTrigger: true) { turn, _ in
        holds(Witness(turn))
      })
  }

  /// No more than so many of these since the last of those, or ever.
  package static func atMost(
    _ limit: Int, _ happening: Happening, since start: Happening? = nil, _ name: Name
  ) -> Property {
    Property(name, about: [happening, start ?? .never]) { .atMost(limit, $0[0], since: $0[1], name) }
  }

  /// Each of the starts is followed by exactly one of these: none without a start, no second one, and one at last, before
  /// the next start and before nothing waits any more.
  package static func exactlyOne(_ happening: Happening, per start: Happening, _ name: Name) -> Property {
    Property(name, about: [happening, start]) { .exactlyOne($0[0], per: $0[1], name) }
  }

  /// Whatever begins ends: when nothing waits any more, there have been as many ends as starts.
  package static func everyOne(of start: Happening, endsIn end: Happening, _ name: Name) -> Property {
    Property(name, about: [start, end]) { .everyOne(of: $0[0], endsIn: $0[1], name) }
  }

  /// None of these comes after one of those, until it is allowed again.
  package static func none(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: Name
  ) -> Property {
    Property(name, about: [happening, stop, reset]) { .none(of: $0[0], after: $0[1], until: $0[2], name) }
  }
}

/// What help and findings show of a law beside its name.
package struct LawNote: Hashable, Sendable {
  package let name: Name
  /// What it demands, in a sentence.
  package let demand: String
  /// Where it is written: `Gallery/LoginLaws.swift:21`; empty for one that no source states.
  package let place: String
}

extension Monitor.Moment {
  /// When a law holds.
  var demand: String {
    switch self {
    case .turn: "at the end of every turn"
    case .rest: "whenever nothing is due"
    case .stillness: "whenever nothing waits"
    }
  }
}

// What needs no type of the view model is compiled once, for concrete memories; a law of a view model's own where it is written.
extension Monitor {
  /// - Parameter kinds: A turn with no effect of these leaves the memory as it is, and the law holds of it.
  @inlinable
  static func law<Memory: ValueConvertible>(
    _ name: Name, at moment: Moment = .turn, from memory: Memory, about kinds: EffectKinds? = nil,
    hasTrigger: Bool = false, _ read: @escaping @Sendable (inout Memory, borrowing TurnReport) -> Bool
  ) -> Monitor {
    precondition(!Memory.holdsReferences, "law '\(name)' cannot remember instances")
    return Monitor(name, at: moment, remembering: memory.value, about: kinds, hasTrigger: hasTrigger) { turn, value in
      if let kinds, !turn.has(kinds) { return true }
      // A type whose value does not read back as what it was: nobody can say that the law holds.
      guard var memory = Memory(value) else { return false }
      defer { value = memory.value }
      return read(&memory, turn)
    }
  }

  fileprivate static func atMost(
    _ limit: Int, _ happening: Happening, since start: Happening, _ name: Name
  ) -> Monitor {
    let kinds = happening.kinds.union(start.kinds)
    return law(name, from: 0, about: kinds, hasTrigger: true) { count, turn in
      var holds = true
      turn.forEachEffect(of: kinds) { effect in
        if start.matches(effect) { count = 0 }
        guard happening.matches(effect) else { return }
        turn.trigger()
        if count < limit { count += 1 } else { holds = false }
      }
      return holds
    }
  }

  fileprivate static func exactlyOne(_ happening: Happening, per start: Happening, _ name: Name) -> Monitor {
    let kinds = happening.kinds.union(start.kinds)
    return law(name, from: Int?.none, hasTrigger: true) { count, turn in
      var holds = true
      turn.forEachEffect(of: kinds) { effect in
        if start.matches(effect) {
          turn.trigger()
          if count == 0 { holds = false }
          count = 0
        }
        if happening.matches(effect) {
          if count != 0 { holds = false }
          count = 1
        }
      }
      return holds && !(count == 0 && turn.isStill)
    }
  }

  fileprivate static func everyOne(of start: Happening, endsIn end: Happening, _ name: Name) -> Monitor {
    let kinds = start.kinds.union(end.kinds)
    return law(name, at: .stillness, from: 0, hasTrigger: true) { open, turn in
      turn.forEachEffect(of: kinds) { effect in
        if start.matches(effect) {
          turn.trigger()
          if open < Int.max { open += 1 }
        }
        if end.matches(effect), open > 0 { open -= 1 }
      }
      return open == 0
    }
  }

  fileprivate static func none(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: Name
  ) -> Monitor {
    let kinds = happening.kinds.union(stop.kinds).union(reset.kinds)
    // A law about what never happens has nothing to wait for.
    return law(name, from: false, about: kinds, hasTrigger: !stop.kinds.isEmpty) { isForbidden, turn in
      var holds = true
      turn.forEachEffect(of: kinds) { effect in
        if reset.matches(effect) { isForbidden = false }
        if happening.matches(effect), isForbidden { holds = false }
        guard stop.matches(effect) else { return }
        turn.trigger()
        isForbidden = true
      }
      return holds
    }
  }
}
