extension Verb {
  static let source = Verb(
    "source", .session, [Parameter("[--step] FILE[:LINE]", .file, isOptional: true)],
    summary: "run the commands of a file, or of a transcript's case",
    explanation:
      "Files hold full verbs and quoted texts, one command per line; '#' in the first column begins a comment. Of a "
      + "transcript, LINE chooses the case in which it stands; its machine is opened when none is, and one of another machine is "
      + "refused. What it expects is not checked. It stops at the first mistake, and where a breakpoint is met; 'source' alone "
      + "goes on after that. With '--step' it shows each command and waits: Enter runs it, 'c' runs the rest, 'q' stops.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      let bySteps = try arguments.skipFlag(stepFlag)
      guard !arguments.isAtEnd() else { return Reply(effects: [.readOn(bySteps: bySteps)]) }
      return Reply(effects: [.read(file: try arguments.file(for: session).text, bySteps: bySteps)])
    })

  private static let stepFlag = "--step"
}

extension ArgumentReader {
  /// Moves behind a flag that comes next, or ends the line.
  ///
  /// - Returns: Whether it is there.
  fileprivate mutating func skipFlag(_ flag: String) throws(Mistake) -> Bool {
    guard !isAtEnd() else { return false }
    var probe = self
    guard try probe.word("a file").text.hasBytes(of: flag) else { return false }
    self = probe
    return true
  }
}
