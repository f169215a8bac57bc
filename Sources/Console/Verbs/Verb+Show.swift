import Traces
import ViewModels

extension Verb {
  static let show = Verb(
    "show", .look, [Parameter("EXPRESSION|$NAME", .expression)],
    summary: "show the value of a field, an expression or a named value",
    explanation:
      "A field, a region, 'count(FIELD)', 'requests(SERVICE)', 'page', 'alert' and 'time' are shown by their values, everything else "
      + "by whether it holds; 'help expressions' lists what can be written. A secret is never shown. 'watch' shows each change as well.",
    action: .look { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      var rest = arguments
      let word = try rest.word("an expression")
      if word.text.utf8.first == UInt8(ascii: "$") {
        try rest.end()
        arguments = rest
        return try HelpText(session).lines(about: word)
      }
      let expression = try arguments.reading("an expression") { (text) throws(Mistake) in
        try StateExpression(ofAnyValue: text, of: run.machine)
      }
      let value = expression.value(of: run.snapshot, run.machine)
      return [expression.text(of: value, ValuePrinter(.folded, names: run.names))]
    })
}
