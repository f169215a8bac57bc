import Exploration
import Statecharts

extension CaseRun {
  /// Whether the case, and what time alone makes of it, keeps a law; nil when that does not come to an end. The commands run
  /// again: linear in them.
  func keeps<Stop>(_ law: RunLaw, _ pace: Pace<Stop>) throws(Stop) -> Bool? {
    var trial = RunTrial(of: law, machine)
    trial.visit(tree.start)
    try replay(pace) { (_, turns, snapshot) throws(Stop) in
      if turns == nil { trial.visit(snapshot) }
    }
    return trial.isKept(goingOnFrom: snapshot)
  }
}
