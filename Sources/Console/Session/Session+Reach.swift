import Statecharts
import ViewModels

extension Session {
  /// The virtual time that the open case has taken, in milliseconds; 0 when none is open.
  package var elapsedMilliseconds: Int { run?.time ?? 0 }

  /// How many turns the open case has run, those of its opening included.
  package var turnCount: Int { run.map { $0.opening.count + $0.tree.turnCount } ?? 0 }

  /// The requests under way and the work that waits but for their replies: `request authenticate`, `timer tick`.
  package var leftovers: [String] {
    guard let run else { return [] }
    let requests = run.machine.requests(of: run.snapshot).filter { !$0.isEnded }
    let work = run.machine.work(of: run.snapshot).filter { $0.source != .reply }
    return requests.map { "request \($0.name)" } + work.map { "\($0.source.rawValue) \($0.name)" }
  }
}
