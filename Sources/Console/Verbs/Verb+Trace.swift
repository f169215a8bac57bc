import Traces

extension Verb {
  static let trace = Verb(
    "trace", .look, [Parameter("FILE", .file, isOptional: true)],
    summary: "show what happened, command by command; with FILE, save the trace",
    explanation: "Alone it shows the last \(TraceText.longest) commands of the case. A trace file (.trace.jsonl) holds "
      + "every turn, for 'signalbox diff'.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let file = try arguments.rest("a file")
        let (text, mismatches) = try session.traceText()
        let doubts = mismatches.map { ReplyLine.talk("E5001: \($0)") }
        return Reply(
          lines: doubts + [.talk("saved to \(file.text.escapedForDisplay)")],
          effects: [.saveTrace(file: file.text, text: text)])
      },
      alone: { (session, _) throws(Mistake) in try TraceText(try session.openRun()).lines(session.pace) }))
}
