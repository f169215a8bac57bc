import Traces
import ViewModels

extension Verb {
  static let properties = Verb(
    "properties", .look, summary: "list the machine's properties: which hold, are broken or were broken",
    explanation:
      "The command that makes a property false prints 'broken \"…\"'. It is printed again only "
      + "after the property held in between. 'broken' is now; 'was broken' was printed by a command of this case, and holds again: a law "
      + "about the history may be broken by one turn alone. Rows of a list that hold the same law share a line.",
    action: .look { (session, _) throws(Mistake) in
      let run = try session.openRun()
      let properties = run.machine.properties(of: run.snapshot)
      let table = PropertyTable(properties, wereBroken: run.brokenProperties)
      return table.lines.isEmpty ? ["\(run.machine.title) states no properties"] : table.lines
    })
}
