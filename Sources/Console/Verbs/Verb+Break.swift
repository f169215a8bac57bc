import Statecharts
import Traces
import ViewModels

extension Verb {
  static let `break` = Verb(
    "break", .time, [Parameter("[before] EXPRESSION|broken|output SUBJECT|off [N]", .expression, isOptional: true)],
    summary: "stop commands when something becomes true; alone, list the breakpoints",
    explanation:
      "It waits for an expression to become true, a state to be entered, a property to break, or a subject to send. "
      + "'advance' and the other commands stop at the end of the instant in which that happens, and count as the shorter command that leads there; "
      + "'source' runs no further. With 'before' they stop at the end of the instant before. It is checked after every turn; a time, when the clock gets there. "
      + "'break off' removes all breakpoints, with a number only that one. 'help expressions' lists what can be written.",
    action: .perform { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      guard !arguments.isAtEnd() else { return .talk(run.breakLines) }
      if let range = try arguments.ending(of: run.watchpoints.breakpoints.count) {
        session.run?.watchpoints.breakpoints.removeSubrange(range)
        return .talk(session.run?.breakLines ?? [])
      }
      let point = try arguments.breakpoint(of: run)
      session.run?.watchpoints.breakpoints.append(point)
      return .talk("stops \(point.stopsBefore ? "" : "at ")\(point.text)")
    })
}

extension CaseRun {
  fileprivate var breakLines: [String] {
    let rows = watchpoints.breakpoints.enumerated().map { ["\($0 + 1)", $1.text] }
    return rows.isEmpty ? ["there is no breakpoint; 'break EXPRESSION' makes one"] : TextTable(rows).lines
  }
}

extension ArgumentReader {
  fileprivate mutating func breakpoint(of run: CaseRun) throws(Mistake) -> Breakpoint {
    let text = wholeRest
    var probe = self
    let stopsBefore = try probe.word("a condition").text.hasBytes(of: "before")
    if stopsBefore { self = probe }
    return Breakpoint(text: text, condition: try condition(of: run), stopsBefore: stopsBefore)
  }

  private mutating func condition(of run: CaseRun) throws(Mistake) -> Breakpoint.Condition {
    var probe = self
    let word = try probe.word("a condition")
    if word.text.hasBytes(of: "broken"), probe.isAtEnd() { return .breaks }
    if word.text.hasBytes(of: "output"), !ExpressionNames(run.machine).isField(word.text) {
      let subject = try probe.word("a subject")
      if probe.isAtEnd() {
        return .sends(subject: try subject.naming(.subject, among: run.machine.subjectNames, by: \.self))
      }
    }
    return .holds(
      try reading("a condition") { (text) throws(Mistake) in
        try StateExpression(text, of: run.machine, knowsTime: true)
      })
  }

  private var wholeRest: String {
    var probe = self
    return probe.rest().text
  }
}
