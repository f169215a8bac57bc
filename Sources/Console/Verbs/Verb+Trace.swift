import Diagrams
import Traces

extension Verb {
  static let trace = Verb(
    "trace", .look, [Parameter("FILE", .file, isOptional: true)],
    summary: "show what happened, command by command; with FILE, save the trace",
    explanation: "Alone it shows the last \(TraceText.longest) commands of the case. A trace file (.trace.jsonl) holds "
      + "every turn, for 'signalbox diff'. A FILE that ends in '.html' is a page with each step, what it changed and the screen "
      + "behind it, one that ends in '.svg' a timeline.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let file = try arguments.rest("a file")
        if let form = RunPicture.Form(file: file.text) {
          let text = try session.pictureText(form)
          return Reply(
            lines: [.talk("saved to \(file.text.escapedForDisplay)")],
            effects: [.saveTrace(file: file.text, text: text)])
        }
        let (text, mismatches) = try session.traceText()
        let doubts = mismatches.map { ReplyLine.talk("E5001: \($0)") }
        return Reply(
          lines: doubts + [.talk("saved to \(file.text.escapedForDisplay)")],
          effects: [.saveTrace(file: file.text, text: text)])
      },
      alone: { (session, _) throws(Mistake) in try TraceText(try session.openRun()).lines(session.pace) }))
}
