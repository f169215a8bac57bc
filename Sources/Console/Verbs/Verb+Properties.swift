import Traces
import ViewModels

extension Verb {
  static let properties = Verb(
    "properties", .look, summary: "list what the machine is held to: what holds, is broken or was",
    explanation:
      "A property that becomes false is said by the command that broke it: 'broken \"…\"'. It is said again only "
      + "after it held meanwhile. 'broken' is now; 'was broken' was said by a command of this case, and holds again: a law "
      + "about the history may be broken by one turn alone. Rows of a list that keep one law stand in one line.",
    action: .look { (session, _) throws(Mistake) in
      let run = try session.openRun()
      let properties = run.machine.properties(of: run.snapshot)
      let table = PropertyTable(properties, wereBroken: run.brokenProperties)
      return table.lines.isEmpty ? ["\(run.machine.title) states no properties"] : table.lines
    })
}
