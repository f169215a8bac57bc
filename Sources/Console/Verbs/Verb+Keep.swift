extension Verb {
  static let keep = Verb(
    "keep", .transcript, summary: "add the last look and its output to the transcript",
    explanation:
      "The look becomes a command of the transcript, and replaying checks what it shows. It must be the last thing that "
      + "was done.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return try session.keepLook()
    })
}
