extension Verb {
  static let save = Verb(
    "save", .transcript, [Parameter("FILE", .file)],
    summary: "write the path of this case to a transcript, at once",
    explanation: "What 'record' would hold, without going on.",
    action: .perform { (session, arguments) throws(Mistake) in
      let file = try arguments.rest("a file")
      return try session.save(to: file.text)
    })
}
