import Traces
import ViewModels

extension Verb {
  static let show = Verb(
    "show", .look, [Parameter("EXPRESSION|$NAME", .expression)],
    summary: "show the value of a field, an expression or a named value",
    explanation: "\(valueExplanation) A secret is never shown. 'watch' shows each change as well.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      var rest = arguments
      let word = try rest.word("an expression")
      if word.text.utf8.first == UInt8(ascii: "$") {
        try rest.end()
        arguments = rest
        return try HelpText(session).lines(about: word)
      }
      return [run.text(of: try arguments.expressionOfAnyValue(of: run.machine))]
    })
}
