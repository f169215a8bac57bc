import Statecharts
import Traces
import ViewModels

/// Expressions whose changes are reported, and breakpoints.
struct Watchpoints: Sendable {
  var watches: [StateExpression] = []
  var breakpoints: [Breakpoint] = []

  var isEmpty: Bool { watches.isEmpty && breakpoints.isEmpty }
}

/// A condition that stops a command when it becomes true.
struct Breakpoint: Sendable {
  enum Condition: Sendable {
    case holds(StateExpression)
    case breaks
    /// In any view model.
    case sends(subject: String)
  }

  let text: String
  let condition: Condition
  /// Whether it stops at the end of the instant before.
  let stopsBefore: Bool
}

/// Evaluates watchpoints after each turn. Only the running command uses it, which makes `@unchecked Sendable` safe.
final class WatchLog: @unchecked Sendable {
  private let points: Watchpoints
  private let machine: Machine
  /// The times when a comparison with the clock may change, in milliseconds.
  private let moments: [Int]
  private var seen: Seen

  private struct Seen {
    var values: [Value]
    /// Whether each breakpoint's expression holds; one that becomes true is met.
    var truths: [Bool]
    var changes: [Change] = []
    var met: [Int] = []
    /// Breakpoints to ignore once.
    var passing: Set<Int> = []

    mutating func meet(_ index: Int) {
      if passing.remove(index) != nil { return }
      if !met.contains(index) { met.append(index) }
    }
  }

  private struct Change {
    let watch: StateExpression
    /// Virtual milliseconds since the opening.
    let time: Int
    let old: Value
    let new: Value
  }

  /// - Parameter passing: The `before` breakpoints that stopped the last command here. Each is ignored once, since
  ///   otherwise no command could proceed.
  init(_ points: Watchpoints, _ machine: Machine, from snapshot: Snapshot, passing: [String] = []) {
    self.points = points
    self.machine = machine
    moments = (points.watches + points.breakpoints.compactMap(\.expression)).flatMap(\.moments)
    seen = Seen(
      values: points.watches.map { $0.value(of: snapshot, machine) },
      truths: points.breakpoints.map { $0.holds(of: snapshot, machine) })
    seen.passing = Set(
      points.breakpoints.indices.filter { index in
        points.breakpoints[index].stopsBefore && passing.contains(Name(points.breakpoints[index].text))
      })
  }

  /// When a comparison with the clock may change next.
  func nextMoment(after time: Int) -> Int? { moments.filter { $0 > time }.min() }

  func look(at snapshot: Snapshot) {
    for (index, watch) in points.watches.enumerated() {
      let value = watch.value(of: snapshot, machine)
      guard value != seen.values[index] else { continue }
      seen.changes.append(Change(watch: watch, time: snapshot.time, old: seen.values[index], new: value))
      seen.values[index] = value
    }
    for (index, point) in points.breakpoints.enumerated() {
      let holds = point.holds(of: snapshot, machine)
      if holds, !seen.truths[index] { seen.meet(index) }
      seen.truths[index] = holds
    }
  }

  func look(at turns: [Turn]) {
    for (index, point) in points.breakpoints.enumerated() where point.isMet(by: turns) {
      seen.meet(index)
    }
  }

  /// Returns and clears the changes.
  func lines(since start: Int, _ names: NamedValues) -> [OutputLine] {
    defer { seen.changes = [] }
    let printer = ValuePrinter(.folded, names: names)
    return seen.changes.map { change in
      let (old, new) = (change.watch.text(of: change.old, printer), change.watch.text(of: change.new, printer))
      return OutputLine(
        offset: change.time - start, "watch \(change.watch.text): \(old) -> \(new)".escapedForDisplay)
    }
  }

  var met: [Breakpoint] { seen.met.map { points.breakpoints[$0] } }
}

extension Breakpoint {
  fileprivate var expression: StateExpression? {
    if case .holds(let expression) = condition { expression } else { nil }
  }

  fileprivate func holds(of snapshot: Snapshot, _ machine: Machine) -> Bool {
    expression?.holds(of: snapshot, machine) ?? false
  }

  fileprivate func isMet(by turns: [Turn]) -> Bool {
    switch condition {
    case .holds: false
    case .breaks: !turns.broken.isEmpty
    case .sends(let subject):
      turns.contains { turn in
        turn.effects.contains { effect in
          guard case .output(let path, _) = effect else { return false }
          return path == subject || path.utf8.reversed().starts(with: ".\(subject)".utf8.reversed())
        }
      }
    }
  }
}
