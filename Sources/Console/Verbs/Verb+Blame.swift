import Traces
import ViewModels

extension Verb {
  static let blame = Verb(
    "blame", .look, [Parameter("FIELD|REGION", .path)],
    summary: "show which commands set a field, or moved a region, and why",
    explanation:
      "Each command of the case that did it, with the turns in which it happened, what caused them and where the chart "
      + "moved in them. The last \(TraceText.longest) are shown.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      let word = try arguments.word("a field or a region")
      let path = run.scene.path(named: word.text)
      let names = run.scene.fields.map(\.path) + run.machine.regions(of: run.snapshot).map(\.region)
      let lines = try TraceText(run, about: path).lines(session.pace)
      guard lines.isEmpty else { return lines }
      guard names.containsBytes(of: path) || ExpressionNames(run.machine).all.containsBytes(of: path) else {
        throw word.mistake(.unknown(.field, word.text, nearest: word.nearest(among: names)))
      }
      return ["no command has set \(path.escapedForDisplay)"]
    })
}
