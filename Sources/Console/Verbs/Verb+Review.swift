extension Verb {
  static let review = Verb(
    "review", .transcript, [Parameter("FILE[:LINE]", .file)],
    summary: "replay a transcript and decide on each difference",
    explanation:
      "It replays the transcript, or the case in which LINE stands, and shows each block that differs. You accept it, reject it, "
      + "skip it, or loosen it to a matcher; '?' lists the answers. What is accepted is written to the file at once. The open "
      + "machine is not affected. 'signalbox replay --review' does the same without a session.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      let file = try arguments.file(for: session)
      try session.requireNotRecorded(file)
      return Reply(effects: [.review(file: file.text)])
    })
}
