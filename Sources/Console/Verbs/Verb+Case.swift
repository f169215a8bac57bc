import Traces

extension Verb {
  static let `case` = Verb(
    "case", .open, [Parameter("TITLE", .title)],
    summary: "begin a new case with a fresh machine",
    explanation:
      "The same machine is opened anew, and a recording gets a new '%case'. The case before it stays: 'cases' lists it. One "
      + "without commands is renamed.",
    action: .perform { (session, arguments) throws(Mistake) in
      var title = try arguments.rest("a title")
      title.text = title.text.escaped
      return try session.beginCase(title)
    })
}
