import Statecharts
import ViewModels

/// What runs took of a machine: a value that adds up measured steps, in any order, and merges with others.
///
/// A timer that code starts is declared nowhere: it counts from the first time that a run starts it.
package struct Coverage: Sendable {
  private let map: CoverageMap
  /// What can be taken: what the machine declares, then the timers of code in the order in which they were met.
  package private(set) var items: [CoverageItem]
  private var taken: [Bool]

  package init(of machine: Machine) {
    map = CoverageMap(machine)
    items = map.items
    taken = Array(repeating: false, count: items.count)
  }

  package func isTaken(_ index: Int) -> Bool { taken[index] }

  /// Takes a step in. Linear in what can be taken and in what happened.
  ///
  /// - Returns: What it was the first to take, by index, in ascending order.
  @discardableResult
  package mutating func add(_ step: MeasuredStep) -> [Int] {
    for timer in step.tally.timersOfCode where !timer.name.text.isInternal {
      let index = index(ofTimer: timer.name.text.withoutNumbers)
      if timer.cameDue, !taken[index] { mark(index) }
    }
    let told = ToldFacts(step)
    for index in map.places.indices where !taken[index] && isTaken(map.places[index], by: step, told) { mark(index) }
    defer { fresh.removeAll() }
    return fresh.sorted()
  }

  /// What the step under way was the first to take.
  private var fresh: [Int] = []

  private mutating func mark(_ index: Int) {
    taken[index] = true
    fresh.append(index)
  }

  /// Counts the timers of code that another coverage of the same machine met, as not taken.
  mutating func learnTimers(of other: Coverage) {
    for item in other.items[map.items.count...] { _ = index(ofTimer: item.name.text) }
  }

  /// Where an item of another coverage of the same machine stands; nil for a timer that was never met here.
  package func index(of item: CoverageItem) -> Int? { items.firstIndex { $0.isSame(as: item) } }

  private mutating func index(ofTimer name: String) -> Int {
    let item = CoverageItem(kind: .timer, owner: "", name: Name(name), excuse: nil)
    if let index = items[map.items.count...].firstIndex(where: { $0.isSame(as: item) }) { return index }
    items.append(item)
    taken.append(false)
    return items.count - 1
  }

  private func isTaken(_ place: CoverageMap.Place, by step: MeasuredStep, _ told: ToldFacts) -> Bool {
    switch place {
    case .state, .transition, .delay, .outcome, .timeout: place.isTaken(in: step.tally) ?? false
    case .refusal(let input, let template):
      told.isRefused
        && (step.aim.command.map { $0.template == template && $0.input == input } ?? false)
    case .alert(let title): told.alerts.contains(Name(title))
    case .button(let button, let title):
      (told.pressed.map { Name($0) == button } ?? false)
        && (step.aim.alert.map { Name($0) == title } ?? false)
    }
  }
}

extension Coverage {
  /// How much of something was taken. What no run can take is not in `all`.
  package struct Count: Hashable, Sendable {
    package var taken = 0
    package var all = 0
    /// How much no run can take, as far as the definition tells.
    package var excused = 0

    package init(taken: Int = 0, all: Int = 0, excused: Int = 0) {
      self.taken = taken
      self.all = all
      self.excused = excused
    }

    /// The whole part of it in the hundred; nil where there is nothing to take.
    package var percent: Int? { all == 0 ? nil : taken * 100 / all }
  }

  /// - Parameter kind: Nil for all together.
  package func count(_ kind: CoverageItem.Kind? = nil) -> Count {
    var count = Count()
    for (index, item) in items.enumerated() where kind.map({ $0 == item.kind }) ?? true {
      // What was taken can be taken, whatever the definition seems to tell.
      if item.excuse != nil, !taken[index] {
        count.excused += 1
      } else {
        count.all += 1
        if taken[index] { count.taken += 1 }
      }
    }
    return count
  }

  /// What was not taken, though nothing says that it cannot be, by index.
  package var missing: [Int] { items.indices.filter { !taken[$0] && items[$0].excuse == nil } }

  /// What no run can take, by index.
  package var excused: [Int] { items.indices.filter { !taken[$0] && items[$0].excuse != nil } }

  /// Whether a command was refused; nil for what does not count.
  func isRefused(_ command: (template: Int, input: Name)) -> Bool? {
    map.places.firstIndex { place in
      guard case .refusal(let input, command.template) = place else { return false }
      return input == command.input
    }.map { taken[$0] }
  }

  /// Whether a state of a template's chart was active, and whether a transition was taken; nil for what does not count.
  package func isTaken(state: Int, of template: Int) -> Bool? {
    map.places.firstIndex { if case .state(state, template) = $0 { true } else { false } }.map { taken[$0] }
  }

  package func isTaken(transition: Int, of template: Int) -> Bool? {
    map.places.firstIndex { if case .transition(transition, template) = $0 { true } else { false } }.map { taken[$0] }
  }
}

/// What the turns of a step tell, looked at once.
private struct ToldFacts {
  private(set) var isRefused = false
  private(set) var alerts: [String] = []
  /// The button by which an alert was left.
  private(set) var pressed: String?

  init(_ step: MeasuredStep) {
    for (index, turn) in step.turns.enumerated() {
      for effect in turn.effects {
        switch effect {
        case .refused: if index == 0, turn.cause.source == .user { isRefused = true }
        case .alertShown(let title, _, _): alerts.append(title)
        case .alertClosed:
          if turn.cause.event == "dismiss", case .string(let button)? = turn.cause.value { pressed = button }
        default: break
        }
      }
    }
  }
}

extension String {
  /// Whether it is the name of work of the view's own.
  fileprivate var isInternal: Bool { utf8.first == UInt8(ascii: "#") }
}

/// Something of a machine that a run can take.
package struct CoverageItem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A state was active.
    case state
    /// A transition was taken, be it an eventless or a delayed one.
    case transition
    /// A command was refused.
    case refusal
    /// A service answered so.
    case outcome
    /// A delay or a timer came due.
    case timer
    /// An alert was shown, or left by a button.
    case alert
  }

  package let kind: Kind
  /// The view model that it belongs to; empty for what belongs to the machine.
  package let owner: Name
  package let name: Name
  /// Why no run takes it, as far as the definition tells; nil when some may.
  package let excuse: String?

  /// `Login: login.executing`, `authenticate fail`.
  package var title: String { owner.isEmpty ? name.text : "\(owner): \(name)" }

  func isSame(as other: CoverageItem) -> Bool {
    kind == other.kind && owner == other.owner && name == other.name
  }
}
