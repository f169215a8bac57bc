import Statecharts
import ViewModels

/// What a search did not try, reach or test, in the order of the definition.
package struct Untried: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case input, control, rows, outcome, state
  }

  package enum Reason: String, Sendable, CaseIterable {
    /// No control and no alert uses the input.
    case uncalled
    /// It needs a value, and none is declared.
    case withoutSample
    /// It was never enabled or never done.
    case impossible
    /// Rows that were there, but that the domain leaves out.
    case leftOut
    case unasked
    case unanswered
    case unreached
  }

  package struct Item: Equatable, Sendable {
    package let kind: Kind
    package let name: String
    package let reason: Reason

    package init(_ kind: Kind, _ name: String, _ reason: Reason) {
      self.kind = kind
      self.name = name
      self.reason = reason
    }
  }

  package private(set) var items: [Item] = []
  /// Laws whose trigger never occurred or whose view model never existed.
  package private(set) var laws: [String] = []

  init() {}

  /// - Parameter promises: Promises whose premise never held.
  init(_ finder: MoveFinder, _ tally: RunTally, promises: [String] = []) {
    let machine = finder.machine
    let controls = finder.unusedControls(in: tally)
    let called = Set(controls.compactMap(\.input))
    for input in finder.unusedInputs(in: tally) where !called.contains(input.name) {
      let reason: Reason = !input.isCalled ? .uncalled : input.hasValues ? .impossible : .withoutSample
      add(.input, input.owner, input.name, reason)
    }
    for control in controls {
      add(.control, control.owner, control.name, control.hasValues ? .impossible : .withoutSample)
    }
    for (list, rows) in tally.rowsLeftOut {
      items.append(Item(.rows, "\(rows.count == 1 ? "row" : "rows") \(rows.inRanges) of \(list)", .leftOut))
    }
    addCounted(of: machine, tally)
    laws = machine.untestedLaws(in: tally).texts + promises
  }

  /// The rows that were left out: `rows 1, 2, 4 to 8 of items`.
  package var rowsLeftOut: [String] { items.filter { $0.reason == .leftOut }.map(\.name) }

  private mutating func add(_ kind: Kind, _ owner: Name, _ name: Name, _ reason: Reason) {
    items.append(Item(kind, owner.isEmpty ? name.text : "\(owner).\(name)", reason))
  }

  private mutating func addCounted(of machine: Machine, _ tally: RunTally) {
    let map = CoverageMap(machine)
    let missing = zip(map.items, map.places).filter { $0.excuse == nil && $1.isTaken(in: tally) == false }
    for (item, place) in missing {
      switch place {
      case .outcome(let service, _), .timeout(let service):
        add(.outcome, "", item.name, tally.wasRequested(service) ? .unanswered : .unasked)
      default: break
      }
    }
    for (item, place) in missing {
      guard case .state = place else { continue }
      add(.state, item.owner == machine.root ? "" : item.owner, item.name, .unreached)
    }
  }
}

extension [String] {
  /// Adds the rows that a search left out and no earlier one.
  mutating func add(_ untried: Untried?) {
    for rows in untried?.rowsLeftOut ?? [] where !contains(rows) { append(rows) }
  }
}

extension [Int] {
  /// Ascending numbers: `1, 2, 4 to 8`.
  fileprivate var inRanges: String {
    reduce(into: [ClosedRange<Int>]()) { ranges, row in
      if let last = ranges.last, last.upperBound + 1 == row {
        ranges[ranges.count - 1] = last.lowerBound...row
      } else {
        ranges.append(row...row)
      }
    }.flatMap { range in
      range.count > 2 ? ["\(range.lowerBound) to \(range.upperBound)"] : range.map { "\($0)" }
    }.joined(separator: ", ")
  }
}

extension Machine {
  /// Names the view model unless it is the root.
  fileprivate func untestedLaws(in tally: RunTally) -> [Name] {
    program.templates.enumerated().flatMap { index, template in
      template.monitors.enumerated().filter { position, law in
        !tally.wasTested(law: position, of: index, hasTrigger: law.hasTrigger)
      }.map { template.name == root ? $1.name : "\(template.name): \($1.name)" }
    }
  }
}
