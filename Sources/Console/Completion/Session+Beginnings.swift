import Traces
import ViewModels

/// What can begin a line.
extension Session {
  /// The verbs of the task at hand, at an empty line; all that begin so, once a letter is typed. While nothing is open, a
  /// machine too.
  func completionOfBeginning(in context: CompletionContext) -> LineCompletion {
    let machines = run == nil ? candidates(for: .machine, of: .open, []) : []
    guard context.prefix.isEmpty else { return completion(of: machines + verbs(Verb.all), in: context) }
    var completion = completion(of: machines + verbs(Verb.all.filter(isAtHand)), in: context)
    completion.advice = "a letter and Tab show more verbs, 'help' all"
    return completion
  }

  func verbs(_ verbs: [Verb]) -> [Candidate] {
    verbs.map { Candidate($0.name, note: $0.summary) }
  }

  /// Whether a verb does something where the session stands that one would do next.
  private func isAtHand(_ verb: Verb) -> Bool {
    guard let run else { return ["open", "source", "help", "quit"].contains(Name(verb.name)) }
    let scene = run.scene
    let (machine, snapshot) = (scene.machine, scene.snapshot)
    switch verb.name {
    case "set", "type", "paste": return offers(.textControl, verb)
    case "tap", "dismiss", "reply": return offers(verb.parameters[0].kind, verb)
    case "back": return machine.screen(of: snapshot).pages.count > 1 && machine.screen(of: snapshot).alert == nil
    case "send": return scene.controls.isEmpty
    case "advance": return !machine.work(of: snapshot).isEmpty
    case "undo": return run.tree.depth > 0
    case "redo": return run.tree.undoneCount > 0
    case "restart": return run.hasCrashed
    case "screen", "state", "why", "suggest", "help", "quit": return true
    case "trace", "record", "save": return run.tree.depth > 0
    default: return false
    }
  }

  private func offers(_ kind: Parameter.Kind, _ verb: Verb) -> Bool {
    !candidates(for: kind, of: verb, []).isEmpty
  }
}
