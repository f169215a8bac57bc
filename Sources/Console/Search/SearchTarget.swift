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
    case canTap(String)
    /// Over one of these.
    case takes([CoverageItem])
  }

  /// Reads a target: `tap CONTROL`, a state that one region alone has, `uncovered`, a transition, or an expression.
  ///
  /// - Parameter untaken: The transitions that `uncovered` stands for, when it is asked.
  init(
    _ text: String, of scene: Scene, untaken: () throws(Mistake) -> [CoverageItem] = { () throws(Mistake) in [] }
  ) throws(Mistake) {
    self.text = text
    if text.hasSameBytes(as: "uncovered") {
      meaning = .takes(try untaken())
      return
    }
    if let transition = try TransitionName(text).transition(of: scene.machine) {
      meaning = .takes([transition])
      return
    }
    let words = text.utf8.split(separator: UInt8(ascii: " ")).compactMap { String($0) }
    if words == ["tap"], !ExpressionNames(scene.machine).isField("tap") {
      throw Mistake(column: 4, sentence: "'tap' needs a control; write 'tap CONTROL'", code: "E1030")
    }
    if words.count == 2, words[0].hasSameBytes(as: "tap") {
      let control = Word(text: words[1], column: 5)
      let names = scene.controls.map(\.name) + scene.knownControls.map(\.name)
      guard names.containsBytes(of: control.text) || control.text.namesRow else {
        throw control.mistake(.unknown(.control, control.text, nearest: control.nearest(among: names)))
      }
      guard !control.text.contains("[#") else {
        throw control.mistake(.unknown(.control, control.text, nearest: nil))
      }
      meaning = .canTap(control.text)
      return
    }
    meaning = .holds(try StateExpression(text, of: scene.machine))
  }

  /// The transitions of which one is to be taken; nil when it is no such target.
  var transitions: [CoverageItem]? { if case .takes(let items) = meaning { items } else { nil } }

  /// Makes a search look for it.
  func aim(_ options: inout SearchOptions, of machine: Machine) {
    switch meaning {
    case .holds(let expression):
      options.laws.append(StateLaw(text, .goal) { expression.holds(of: $0, machine) })
    case .takes(let items): (options.measures, options.goals, options.endsAtFirstGoal) = (true, items, true)
    case .canTap(let control):
      if control.namesRow { options.domain.rows = .all }
      options.wanted = { stimulus in
        guard case .tap(let tapped, _) = stimulus else { return false }
        return tapped.hasSameBytes(as: control)
      }
    }
  }
}
