extension Verb {
  static let record = Verb(
    "record", .transcript, [Parameter("FILE", .file, isOptional: true)],
    summary: "write this case to a transcript, and every command from now on; alone, stop",
    explanation: "The file holds the path from the case's start to the current command: driving commands, refused ones "
      + "included. 'undo' shortens it; looks are added only by 'keep'.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return try session.stopRecording() }
      let file = try arguments.file(for: session)
      return try session.startRecording(to: file.text)
    })

  static let keep = Verb(
    "keep", .transcript, summary: "add the last look and its output to the transcript",
    explanation:
      "The look becomes a command of the transcript, and replaying checks what it shows. It must be the last thing that "
      + "was done.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return try session.keepLook()
    })

  static let save = Verb(
    "save", .transcript, [Parameter("[--force] FILE", .file)],
    summary: "write this case to a transcript",
    explanation:
      "A transcript is what 'record' would write, without recording further. A file that exists stays as it is, unless "
      + "'--force' replaces it.",
    action: .perform { (session, arguments) throws(Mistake) in
      try session.save(to: try arguments.savingTarget(of: session))
    })

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
