import Statecharts
import Traces
import ViewModels

extension Verb {
  static let requests = Verb(
    "requests", .look, summary: "list the requests under way",
    explanation:
      "Each with its input, and when it is answered automatically or who has it; 'reply' answers it now. One that "
      + "has ended, by a cancel or a time-out, is listed while its service may still answer late.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let requests = scene.machine.requests(of: scene.snapshot)
      guard !requests.isEmpty else { return ["no request is under way"] }
      let printer = ValuePrinter(.folded, names: scene.names)
      return TextTable(
        requests.map { request in
          let input = request.input == .null ? "" : printer.text(of: request.input, for: request.service)
          return [request.name, input, request.waiting]
        }
      ).lines
    })
}

extension RequestState {
  /// What it waits for; one that has ended is still to be answered late.
  var waiting: String {
    let answer = dueIn.map(dueText) ?? answerer.map { "waits for \($0)" } ?? "waits for a reply"
    return isEnded ? "ended, \(answer)" : answer
  }
}

/// `due in 1s`, or `due now`.
func dueText(_ milliseconds: Int) -> String {
  milliseconds <= 0 ? "due now" : "due in \(VirtualDuration(milliseconds: milliseconds).readable)"
}
