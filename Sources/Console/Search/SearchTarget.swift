import Exploration
import Traces
import ViewModels

/// A state, a possible tap or a transition that a search looks for.
struct SearchTarget: Sendable {
  let text: String
  private let meaning: Meaning

  private enum Meaning: Sendable {
    case holds(StateExpression)
    case canTap(ControlUse)
    /// Takes one of these items.
    case takes([CoverageItem])
  }

  /// Reads `tap CONTROL [VALUE]`, a state, `uncovered`, a transition or an expression.
  ///
  /// - Parameter untaken: For `uncovered`.
  init(
    _ text: String, of scene: Scene, untaken: () throws(Mistake) -> [CoverageItem] = { () throws(Mistake) in [] }
  ) throws(Mistake) {
    self.text = text
    if Name(text) == "uncovered" {
      meaning = .takes(try untaken())
      return
    }
    if let transition = try scene.machine.transition(named: text) {
      meaning = .takes([transition])
      return
    }
    let names = ExpressionNames(scene.machine)
    var reader = ArgumentReader(ValueScanner(text), verb: .tap, source: .typed, scene: scene)
    if !names.isField("tap"), !names.isRegion("tap"), reader.skip(word: "tap") {
      guard !reader.isAtEnd() else {
        throw Mistake(column: 4, sentence: "'tap' needs a control; write 'tap CONTROL'", code: "E1030")
      }
      meaning = .canTap(try reader.controlUse())
      return
    }
    meaning = .holds(try StateExpression(text, of: scene.machine))
  }

  init(_ use: ControlUse) {
    text = use.text
    meaning = .canTap(use)
  }

  var transitions: [CoverageItem]? { if case .takes(let items) = meaning { items } else { nil } }

  func aim(_ options: inout SearchOptions, of machine: Machine) {
    switch meaning {
    case .holds(let expression):
      expression.extend(&options.domain)
      options.laws.append(StateLaw(text, .goal) { expression.holds(of: $0, machine) })
    case .takes(let items): (options.measures, options.goals, options.endsAtFirstGoal) = (true, items, true)
    case .canTap(let use):
      use.extend(&options.domain)
      options.wanted = { use.isDone(by: $0, in: $1, of: machine) }
    }
  }

  /// Makes the search look for a state from which the target is unreachable.
  ///
  /// - Throws: A mistake for a transition.
  func demand(_ options: inout SearchOptions, of machine: Machine) throws(Mistake) {
    switch meaning {
    case .holds(let expression):
      expression.extend(&options.domain)
      options.recurrences.append(Recurrence("'\(text)'") { snapshot, _ in expression.holds(of: snapshot, machine) })
    case .takes:
      throw Mistake(
        column: 1, sentence: "a transition cannot be reached again; write a state, an expression or 'tap CONTROL'",
        code: "E1083")
    case .canTap(let use):
      use.extend(&options.domain)
      options.recurrences.append(
        Recurrence("'\(text)'") { snapshot, moves in
          moves.contains { use.isDone(by: $0.stimulus, in: snapshot, of: machine) }
        })
    }
  }
}
