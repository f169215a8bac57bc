import Traces
import ViewModels

extension Verb {
  static let fire = Verb(
    "fire", .time, [Parameter("WORK", .work)],
    summary: "run one piece of work next, whatever is due before it",
    explanation: "'timers' lists the work that waits, by name.",
    action: .drive { (arguments) throws(Mistake) in
      let scene = try arguments.scene()
      var name = try arguments.rest("a piece of work")
      name.text = name.text.unspelled
      let work = try name.naming(.work, among: scene.machine.work(of: scene.snapshot), by: \.name)
      return Act(.fire(work: work.name))
    })
}
