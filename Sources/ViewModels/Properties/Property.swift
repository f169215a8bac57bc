import Statecharts

/// A named statement about every instance, checked at run time.
@usableFromInline
package struct Property<V: ViewModel>: Sendable {
  package typealias Moment = Monitor.Moment

  package let name: Name
  let happenings: [Happening]
  private let make: @Sendable ([Happening]) -> Monitor
  private var noted: (demand: String, place: String) = ("", "")

  var note: LawNote { LawNote(name: name, demand: noted.demand, place: noted.place) }

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

  /// Resolves state names in a chart.
  func monitor(in chart: ChartTable?) -> Monitor {
    make(chart.map { chart in happenings.map { $0.resolved(in: chart) } } ?? happenings)
  }

  package static func invariant(
    _ name: Name, at moment: Moment = .rest, _ holds: @escaping @Sendable (borrowing Witness<V>) -> Bool
  ) -> Property {
    Property(Monitor(name, at: moment) { turn, _ in holds(Witness(turn)) })
  }

  @inlinable
  package static func law<Memory: ValueConvertible>(
    _ name: Name, at moment: Monitor.Moment, from memory: Memory,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<V>) -> Bool
  ) -> Property {
    Property(.law(name, at: moment, from: memory) { memory, turn in read(&memory, Witness(turn)) })
  }

  /// Makes a law that applies only when a happening occurs.
  static func law<Memory: ValueConvertible>(
    _ name: Name, at moment: Monitor.Moment = .turn, about happenings: [Happening], from memory: Memory,
    _ read: @escaping @Sendable (_ resolved: [Happening], inout Memory, borrowing Witness<V>) -> Bool
  ) -> Property {
    Property(name, about: happenings) { resolved in
      .law(name, at: moment, from: memory, hasTrigger: true) { memory, turn in read(resolved, &memory, Witness(turn)) }
    }
  }

  package static func everyTurn(
    _ name: Name, _ holds: @escaping @Sendable (borrowing Witness<V>) -> Bool
  ) -> Property {
    // A monitor that reads effects needs a memory.
    Property(
      Monitor(name, at: .turn, remembering: .bool(false), isForgetful: true, hasTrigger: true) { turn, _ in
        holds(Witness(turn))
      })
  }

  package static func none(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: Name
  ) -> Property {
    Property(name, about: [happening, stop, reset]) { .none(of: $0[0], after: $0[1], until: $0[2], name) }
  }
}

package struct LawNote: Hashable, Sendable {
  package let name: Name
  package let demand: String
  /// The source location, such as `Gallery/LoginLaws.swift:21`; empty if there is none.
  package let place: String
}

extension Monitor.Moment {
  var demand: String {
    switch self {
    case .turn: "at the end of every turn"
    case .rest: "whenever nothing is due"
    case .stillness: "whenever nothing waits"
    }
  }
}

// Not generic over the view model, so that standard laws are compiled once; a view model's own law is compiled
// where it is written.
extension Monitor {
  /// - Parameter kinds: A turn without such effects cannot change the memory or break the law.
  @inlinable
  static func law<Memory: ValueConvertible>(
    _ name: Name, at moment: Moment = .turn, from memory: Memory, about kinds: EffectKinds? = nil,
    hasTrigger: Bool = false, _ read: @escaping @Sendable (inout Memory, borrowing TurnReport) -> Bool
  ) -> Monitor {
    precondition(!Memory.holdsReferences, "law '\(name)' cannot remember instances")
    return Monitor(name, at: moment, remembering: memory.value, about: kinds, hasTrigger: hasTrigger) { turn, value in
      if let kinds, !turn.has(kinds) { return true }
      // An undecodable memory cannot confirm the law.
      guard var memory = Memory(value) else { return false }
      defer { value = memory.value }
      return read(&memory, turn)
    }
  }

  static func atMost(
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

  static func exactlyOne(_ happening: Happening, per start: Happening, _ name: Name) -> Monitor {
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

  static func everyOne(of start: Happening, endsIn end: Happening, _ name: Name) -> Monitor {
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
