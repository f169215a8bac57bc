import Statecharts
import ViewModels

/// Covered items; the order of steps does not matter. Timers of code are not declared, so each counts from its
/// first start.
package struct Coverage: Sendable {
  private let map: CoverageMap
  /// The declared items, then the timers of code in the order met.
  package private(set) var items: [CoverageItem]
  private var taken: [Bool]

  package init(of machine: Machine) {
    map = CoverageMap(machine)
    items = map.items
    taken = Array(repeating: false, count: items.count)
  }

  package func isTaken(_ index: Int) -> Bool { taken[index] }

  /// Adds a step; linear in the items and effects.
  ///
  /// - Returns: The newly covered indices, ascending.
  @discardableResult
  package mutating func add(_ step: MeasuredStep) -> [Int] {
    let told = ToldFacts(step)
    var fresh = map.places.indices.filter { !taken[$0] && isTaken(map.places[$0], by: step, told) }
    for timer in step.tally.timersOfCode where !timer.name.text.isInternal {
      let index = index(ofTimer: timer.name.text.withoutNumbers)
      if timer.cameDue, !taken[index], !fresh.contains(index) { fresh.append(index) }
    }
    for index in fresh { taken[index] = true }
    return fresh.sorted()
  }

  /// Adds the timers of code that another coverage met, as not covered.
  mutating func learnTimers(of other: Coverage) {
    for item in other.items[map.items.count...] { _ = index(ofTimer: item.name.text) }
  }

  /// Nil for a timer of code not met here.
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
  /// Covered and countable items; `all` excludes items that no run can cover.
  package struct Count: Hashable, Sendable {
    package var taken = 0
    package var all = 0
    /// Items that no run can cover, according to the definition.
    package var excused = 0

    /// Rounded down; nil without items.
    package var percent: Int? { all == 0 ? nil : taken * 100 / all }
  }

  package func count(_ kind: CoverageItem.Kind? = nil) -> Count {
    var count = Count()
    for (index, item) in items.enumerated() where kind.map({ $0 == item.kind }) ?? true {
      // A covered item counts even if the definition says it cannot be covered.
      if item.excuse != nil, !taken[index] {
        count.excused += 1
      } else {
        count.all += 1
        if taken[index] { count.taken += 1 }
      }
    }
    return count
  }

  /// Uncovered items that a run may cover.
  package var missing: [Int] { items.indices.filter { !taken[$0] && items[$0].excuse == nil } }

  /// Uncovered items that no run can cover.
  package var excused: [Int] { items.indices.filter { !taken[$0] && items[$0].excuse != nil } }

  /// Whether the command was refused; nil if it is no coverage item.
  func isRefused(_ command: (template: Int, input: Name)) -> Bool? {
    isTaken(.refusal(input: command.input, of: command.template))
  }

  /// Whether a run covered the item; nil if it is no coverage item.
  package func isTaken(state: Int, of template: Int) -> Bool? { isTaken(.state(state, of: template)) }

  package func isTaken(transition: Int, of template: Int) -> Bool? {
    isTaken(.transition(transition, of: template))
  }

  private func isTaken(_ place: CoverageMap.Place) -> Bool? {
    map.places.firstIndex(of: place).map { taken[$0] }
  }
}

private struct ToldFacts {
  private(set) var isRefused = false
  private(set) var alerts: [String] = []
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
  fileprivate var isInternal: Bool { utf8.first == UInt8(ascii: "#") }
}

/// A part of a machine that a run can cover.
package struct CoverageItem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case state
    /// Includes eventless and delayed transitions.
    case transition
    case refusal
    case outcome
    case timer
    /// An alert was shown or closed by a button.
    case alert
  }

  package let kind: Kind
  /// Empty for items of the whole machine.
  package let owner: Name
  package let name: Name
  /// Why no run can cover it; nil if some may.
  package let excuse: String?

  /// For example `Login: login.executing` or `authenticate fail`.
  package var title: String { owner.isEmpty ? name.text : "\(owner): \(name)" }

  func isSame(as other: CoverageItem) -> Bool {
    kind == other.kind && owner == other.owner && name == other.name
  }
}
