import Console
import Diagrams
import Exploration
import Statecharts
import Traces
import ViewModels

/// The screens that a search reaches. States with the same screen are one; its first state has the shortest script.
struct ScreenSearch {
  struct Found {
    let script: [DrivenStimulus]
    let snapshot: Snapshot
    let screen: Storyboard.Screen
    /// By command, in the order found, the screens that follow: whether from the first state.
    var moves: [(command: Int, targets: [(screen: Int, followsScript: Bool)])] = []
    /// Whether the search ended before all states with this screen were expanded.
    var isOpen = false
  }

  let machine: Machine
  let report: SearchReport
  private(set) var screens: [Found] = []
  /// The screens that were found, also those beyond the limit.
  private(set) var count = 0
  private(set) var commands: [DrivenStimulus] = []
  private var places: [Fingerprint: Int] = [:]

  init(_ machine: Machine, _ options: SearchOptions, watchedBy watch: Search.Watch) {
    self.machine = machine
    var options = options
    options.keepsSteps = true
    options.projection = { Self.key(of: Storyboard.Screen(machine, $0)) }
    let search = UnsafeMutablePointer.kept(Search(machine, options))
    search.pointee.run(watch)
    report = search.pointee.report
    if report.bound != .interrupted { read(search.pointee) }
  }

  /// Nil for a screen that was not found.
  func place(of screen: Storyboard.Screen) -> Int? { places[Self.key(of: screen)] }

  private static func key(of screen: Storyboard.Screen) -> Fingerprint { Fingerprint(of: .string(screen.markup)) }

  private mutating func read(_ search: borrowing Search) {
    guard let graph = search.searchedGraph else { return }
    commands = graph.commands
    var firsts: [Int] = []
    let screenOfState = graph.projections.enumerated().map { state, key -> Int in
      if let known = places[key] { return known }
      places[key] = firsts.count
      firsts.append(state)
      return firsts.count - 1
    }
    count = firsts.count
    for state in firsts.prefix(Storyboard.screenLimit) {
      guard let way = search.way(to: state) else { break }
      screens.append(
        Found(script: way.script, snapshot: way.snapshot, screen: Storyboard.Screen(machine, way.snapshot)))
    }
    for (state, steps) in graph.steps.enumerated() where screenOfState[state] < screens.count {
      let screen = screenOfState[state]
      for step in steps {
        add(step.command, to: screenOfState[step.target], from: screen, followsScript: firsts[screen] == state)
      }
    }
    for state in graph.waiting where screenOfState[state] < screens.count {
      screens[screenOfState[state]].isOpen = true
    }
  }

  private mutating func add(_ command: Int, to target: Int, from screen: Int, followsScript: Bool) {
    let place = screens[screen].moves.firstIndex { $0.command == command } ?? screens[screen].moves.count
    if place == screens[screen].moves.count { screens[screen].moves.append((command, [])) }
    guard !screens[screen].moves[place].targets.contains(where: { $0.screen == target }) else { return }
    screens[screen].moves[place].targets.append((target, followsScript))
  }
}

extension ScreenSearch {
  /// What the search did not try, each line with the machine.
  var untried: [String] {
    UntriedText(report.untried, isComplete: report.isComplete, hasJSON: false).lines.map {
      "  \(machine.title): \($0)".escapedForDisplay
    }
  }

  /// Such as `12 screens of 35 states; everything was searched`.
  var extent: String {
    let dropped = count - screens.count
    let end = report.bound.map { "the search was \($0.told)" } ?? "everything was searched"
    return "\(count.counted("screen")) of \(report.states.counted("state")); \(end)"
      + (dropped > 0
        ? "; the \(dropped.counted("screen")) with the longest scripts \(dropped == 1 ? "is" : "are") not shown" : "")
  }
}
