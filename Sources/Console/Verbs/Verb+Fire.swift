import ViewModels

extension Verb {
  static let fire = Verb(
    "fire", .time, [Parameter("WORK", .work)],
    summary: "run one piece of work next, whatever is due before it",
    explanation: "'timers' lists the work that waits, with its names.",
    action: .drive { (arguments) throws(Mistake) in
      let scene = try arguments.scene()
      let name = try arguments.rest("a piece of work")
      let work = try name.naming(.work, among: scene.machine.work(of: scene.snapshot), by: \.name)
      return Act("fire \(work.name)", .fire(work: work.name))
    })
}
