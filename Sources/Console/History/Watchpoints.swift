import Statecharts
import Traces
import ViewModels

/// What a person waits for while commands drive: expressions whose changes are told, and conditions that stop a command.
struct Watchpoints: Sendable {
  var watches: [StateExpression] = []
  var breakpoints: [Breakpoint] = []

  var isEmpty: Bool { watches.isEmpty && breakpoints.isEmpty }
}

/// A condition that stops a command when it comes true.
struct Breakpoint: Sendable {
  enum Condition: Sendable {
    case holds(StateExpression)
    /// A property becomes false.
    case breaks
    /// A subject of this name sends, whoever has it.
    case sends(subject: String)
  }

  /// As it was written.
  let text: String
  let condition: Condition
  /// Whether it stops where the instant before ended.
  let stopsBefore: Bool
}

/// Looks at where each turn of a command leads, for watchpoints.
///
/// Changed only by the one command that runs.
final class WatchLog: @unchecked Sendable {
  private let points: Watchpoints
  private let machine: Machine
  /// When the clock alone may change what holds, in milliseconds.
  private let moments: [Int]
  private var seen: Seen

  fileprivate struct Seen {
    var values: [Value]
    /// Whether each breakpoint's expression holds; what just came to hold is met.
    var truths: [Bool]
    var changes: [Change] = []
    var met: [Int] = []
    /// The breakpoints that are passed when they are met for the first time: those that stopped the command before this one.
    var passing: Set<Int> = []
  }

  /// A watched expression that changed.
  fileprivate struct Change {
    let watch: StateExpression
    /// In virtual milliseconds since the machine was opened.
    let time: Int
    let old: Value
    let new: Value
  }

  /// Looks first where the command begins.
  ///
  /// - Parameter passing: The breakpoints with 'before' that stopped the last command here, as they were written: this command passes
  ///   each of them once, since nothing could be driven otherwise.
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

  /// The next time at which the clock alone may change what holds; nil where no expression asks for it.
  func nextMoment(after time: Int) -> Int? { moments.filter { $0 > time }.min() }

  /// Looks where a turn led, or the clock alone.
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

  /// Looks at what happened in turns.
  func look(at turns: [Turn]) {
    for (index, point) in points.breakpoints.enumerated() where point.isMet(by: turns) {
      seen.meet(index)
    }
  }

  /// The changes since they were last taken, as they are told.
  func lines(since start: Int, _ names: NamedValues) -> [OutputLine] {
    defer { seen.changes = [] }
    let printer = ValuePrinter(.folded, names: names)
    return seen.changes.map { $0.line(printer, since: start) }
  }

  /// The breakpoints that were met, in the order in which they were.
  var met: [Breakpoint] { seen.met.map { points.breakpoints[$0] } }
}

extension WatchLog.Seen {
  fileprivate mutating func meet(_ index: Int) {
    if passing.remove(index) != nil { return }
    if !met.contains(index) { met.append(index) }
  }
}

extension Breakpoint {
  fileprivate var expression: StateExpression? {
    if case .holds(let expression) = condition { expression } else { nil }
  }

  /// Whether its expression holds; false without one.
  fileprivate func holds(of snapshot: Snapshot, _ machine: Machine) -> Bool {
    expression?.holds(of: snapshot, machine) ?? false
  }

  /// Whether what it waits for is an effect of the turns.
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

extension WatchLog.Change {
  /// `watch login: executing -> succeeded`, behind its time.
  fileprivate func line(_ printer: ValuePrinter, since start: Int) -> OutputLine {
    OutputLine(
      offset: time - start, "watch \(watch.text): \(text(old, printer)) -> \(text(new, printer))".escapedForDisplay)
  }

  private func text(_ value: Value, _ printer: ValuePrinter) -> String { watch.text(of: value, printer) }
}
