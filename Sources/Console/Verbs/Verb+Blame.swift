import Traces
import ViewModels

extension Verb {
  static let blame = Verb(
    "blame", .look, [Parameter("FIELD|REGION", .path)],
    summary: "show which commands set a field, or moved a region, and why",
    explanation:
      "Each command of the case that did it, with the turns in which it happened, what caused them and where the chart "
      + "moved in them. Of a computed field it shows from which fields it is computed, if it declares them, and what set those. "
      + "The last \(TraceText.longest) are shown.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      let word = try arguments.word("a field or a region")
      let path = run.scene.path(named: word.text)
      let names = run.scene.fields.map(\.path) + run.machine.regions(of: run.snapshot).map(\.region)
      let sources = FieldSources(ofFieldAt: path, run.machine, run.snapshot)
      let head = sources.line.map { [$0.escapedForDisplay] } ?? []
      let lines = try TraceText(run, about: path, from: sources.paths).lines(session.pace)
      guard lines.isEmpty else { return head + lines }
      guard names.containsBytes(of: path) || ExpressionNames(run.machine).all.containsBytes(of: path) else {
        throw word.mistake(.unknown(.field, word.text, nearest: word.nearest(among: names)))
      }
      return head + ["no command has \(head.isEmpty ? "set" : "changed") \(path.escapedForDisplay)"]
    })
}
