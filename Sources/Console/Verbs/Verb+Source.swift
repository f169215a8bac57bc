extension Verb {
  static let source = Verb(
    "source", .session, [Parameter("FILE", .file)],
    summary: "run the commands of a file",
    explanation:
      "Files hold full verbs and quoted texts, one command per line; '#' in the first column begins a comment.",
    action: .perform { (_, arguments) throws(Mistake) in
      let file = try arguments.rest("a file")
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      return Reply(effects: [.read(file: file.text)])
    })
}
