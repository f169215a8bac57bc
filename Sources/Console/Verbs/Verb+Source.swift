extension Verb {
  static let source = Verb(
    "source", .session, [Parameter("FILE[:LINE]", .file)],
    summary: "run the commands of a file, or of a transcript's case",
    explanation:
      "Files hold full verbs and quoted texts, one command per line; '#' in the first column begins a comment. Of a "
      + "transcript, LINE chooses the case in which it stands; its machine is opened when none is, and one of another machine is "
      + "refused. What it expects is not checked. It stops at the first mistake.",
    action: .perform { (_, arguments) throws(Mistake) in
      let file = try arguments.rest("a file")
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      return Reply(effects: [.read(file: file.text)])
    })
}
