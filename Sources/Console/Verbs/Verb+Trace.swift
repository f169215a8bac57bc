import Diagrams
import Traces

extension Verb {
  static let trace = Verb(
    "trace", .look, [Parameter("[--force] FILE", .file, isOptional: true)],
    summary: "show what happened, command by command; with FILE, save the trace",
    explanation: "Alone it shows the last \(TraceText.longest) commands of the case. A trace file (.trace.jsonl) holds "
      + "every turn, for 'signalbox diff'. A FILE that ends in '.html' is a page with each step, what it changed and the screen "
      + "behind it, '.svg' is a timeline, and '.txt' and '.mmd' are sequence charts, as text "
      + "and for Mermaid. A file that exists stays as it is, unless '--force' replaces it.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let target = try arguments.savingTarget(of: session)
        let (text, mismatches) = try session.runText(RunFormat(file: target.name))
        return .saving(text, to: target, doubts: mismatches.map { "E5001: \($0)" })
      },
      alone: { (session, _) throws(Mistake) in try TraceText(try session.openRun()).lines(session.pace) }))
}

extension Reply {
  /// A trace, a diagram or a picture is saved.
  static func saving(_ text: String, to target: SavingTarget, doubts: [String] = []) -> Reply {
    Reply(
      lines: (doubts + ["saved to \(target.name.escapedForDisplay)"]).map(ReplyLine.talk),
      effects: [.save(SavedFile(.trace, target.name, text: text, replaces: target.replaces))])
  }
}
