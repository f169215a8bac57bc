import Statecharts
import ViewModels

extension Verb {
  static let timers = Verb(
    "timers", .look, summary: "list all work that waits, with source and due time",
    explanation: "In the order in which it will run. 'fire WORK' runs one piece next, 'advance' goes to the next due "
      + "instant.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let work = scene.machine.work(of: scene.snapshot)
      guard !work.isEmpty else { return ["nothing waits"] }
      return TextTable(work.map { [$0.name, $0.source.rawValue, dueText($0.dueIn)] }).lines
    })
}
