extension Verb {
  static let save = Verb(
    "save", .transcript, [Parameter("[--force] FILE", .file)],
    summary: "write this case to a transcript",
    explanation:
      "A transcript is what 'record' would write, without recording further. A file that exists stays as it is, unless "
      + "'--force' replaces it.",
    action: .perform { (session, arguments) throws(Mistake) in
      try session.save(to: try arguments.savingTarget(of: session))
    })
}
