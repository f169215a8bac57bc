import Exploration
import Statecharts
import Traces
import ViewModels

/// Where a search is to lead: to a state of which something holds, to one in which a command can be used, or over a transition.
struct SearchTarget: Sendable {
  /// As it was written.
  let text: String
  private let meaning: Meaning

  private enum Meaning: Sendable {
    case holds(StateExpression)
    case canTap(ControlUse)
    /// Over one of these.
    case takes([CoverageItem])
  }

  /// Reads a target: `tap CONTROL [VALUE]`, a state that one region alone has, `uncovered`, a transition, or an expression.
  ///
  /// - Parameter untaken: The transitions that `uncovered` stands for, when it is asked.
  init(
    _ text: String, of scene: Scene, untaken: () throws(Mistake) -> [CoverageItem] = { () throws(Mistake) in [] }
  ) throws(Mistake) {
    self.text = text
    if Name(text) == "uncovered" {
      meaning = .takes(try untaken())
      return
    }
    if let transition = try TransitionName(text).transition(of: scene.machine) {
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

  /// A use of a control that is to become possible.
  init(_ use: ControlUse) {
    text = use.text
    meaning = .canTap(use)
  }

  /// The transitions of which one is to be taken; nil when it is no such target.
  var transitions: [CoverageItem]? { if case .takes(let items) = meaning { items } else { nil } }

  /// Makes a search look for it.
  func aim(_ options: inout SearchOptions, of machine: Machine) {
    switch meaning {
    case .holds(let expression):
      options.laws.append(StateLaw(text, .goal) { expression.holds(of: $0, machine) })
    case .takes(let items): (options.measures, options.goals, options.endsAtFirstGoal) = (true, items, true)
    case .canTap(let use):
      use.extend(&options.domain)
      options.wanted = { use.isDone(by: $0, in: $1, of: machine) }
    }
  }

  /// Makes a search look for a state from which nothing leads to it.
  ///
  /// - Throws: that it is a transition: it is no state that could come about again.
  func demand(_ options: inout SearchOptions, of machine: Machine) throws(Mistake) {
    switch meaning {
    case .holds(let expression):
      options.recurrences.append(Recurrence("'\(text)'") { snapshot, _ in expression.holds(of: snapshot, machine) })
    case .takes:
      throw Mistake(
        column: 1, sentence: "a transition cannot come about again; write a state, an expression or 'tap CONTROL'",
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
