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
}
