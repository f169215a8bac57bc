import Files

/// Runs the lines of a pipe or file: no prompt, every mistake told with its place, and on to the next line.
struct StreamInput {
  let driver: SessionDriver
  private let reader = LineReader(descriptor: 0, name: "stdin")

  init(driver: SessionDriver) {
    self.driver = driver
  }

  func run() throws {
    while !driver.hasQuit, let line = try nextLine() {
      switch line.text {
      case .success(let text): try driver.take(text, at: LinePlace(path: reader.path, line: line.number))
      case .failure(let error): driver.note(Diagnostic(error))
      }
    }
  }

  /// The next line; what was printed is flushed before it is waited for.
  private func nextLine() throws(FileError) -> InputLine? {
    if !reader.hasBufferedLine { try driver.streams.flush() }
    return reader.next()
  }
}
