extension Verb {
  static let save = Verb(
    "save", .transcript, [Parameter("[--force] [--snapshot] FILE", .file)],
    summary: "write this case to a transcript, or its current state to a snapshot",
    explanation:
      "A transcript is what 'record' would write, without recording further. A snapshot holds the whole state, secrets "
      + "included, readable by its owner alone; 'open FILE' goes on from there. A file that exists stays as "
      + "it is, unless '--force' replaces it.",
    action: .perform { (session, arguments) throws(Mistake) in
      let target = try arguments.savingTarget(of: session)
      return target.isSnapshot ? try session.saveSnapshot(to: target) : try session.save(to: target)
    })
}
