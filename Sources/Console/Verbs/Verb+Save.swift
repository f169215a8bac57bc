extension Verb {
  static let save = Verb(
    "save", .transcript, [Parameter("[--snapshot] FILE", .file)],
    summary: "write this case to a transcript, or its current state to a snapshot",
    explanation:
      "A transcript is what 'record' would write, without recording further. A snapshot holds the whole state, secrets "
      + "included, readable by its owner alone; 'open FILE' goes on from there.",
    action: .perform { (session, arguments) throws(Mistake) in
      var snapshot = arguments
      if try snapshot.word("a file").text.hasSameBytes(as: SnapshotReference.savingFlag) {
        return try session.saveSnapshot(to: try snapshot.rest("a file").text)
      }
      return try session.save(to: try arguments.rest("a file").text)
    })
}
