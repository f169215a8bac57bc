import Exploration
import Traces
import ViewModels

extension Verb {
  static let show = Verb(
    "show", .look, [Parameter("EXPRESSION|$NAME", .expression)],
    summary: "show the value of a field, an expression or a named value, or whether the case keeps a law",
    explanation:
      "\(valueExplanation) A secret is never shown. 'watch' shows each change as well. A law is asked of the whole case, and of "
      + "what time alone makes of it: 'never EXPRESSION', 'always EXPRESSION', 'P leads to Q [within DURATION]' or "
      + "'\(RunLaw.restText)'. A way that led back to where the case was counts as one that can be gone for ever.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      var rest = arguments
      let word = try rest.word("an expression")
      if word.text.utf8.first == UInt8(ascii: "$") {
        try rest.end()
        arguments = rest
        return try HelpText(session).lines(about: word)
      }
      var probe = arguments
      let law = try probe.reading("an expression") { (text) throws(Mistake) in try RunLaw(text, of: run.machine) }
      if let law {
        arguments = probe
        return [try run.keeps(law, session.pace).map(String.init) ?? "unknown"]
      }
      return [run.text(of: try arguments.expressionOfAnyValue(of: run.machine))]
    })
}
