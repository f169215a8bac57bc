import Console
import Exploration
import Terminal

extension ProgressLine {
  /// Shows how far a command is, and a search how fast.
  ///
  /// - Parameter known: How many of its steps were made before the command began.
  func show(_ progress: @autoclosure () -> CommandProgress, known: Int = 0) {
    show(text(of: progress(), known: known))
  }

  private func text(of progress: CommandProgress, known: Int) -> String {
    guard let steps = progress.steps else { return progress.description }
    return "\(progress), \(rate(of: steps - known)) steps/s"
  }

  /// Says how fast a search was.
  func end(ofSteps steps: Int) { end(saying: "  \(rate(of: steps)) steps/s") }
}

extension ProgressLine? {
  /// What a search asks between two states: shows how far that is, where there is a line, and lets it go on.
  ///
  /// - Parameter known: How many of its steps were made before the command began.
  func watch(known: Int = 0) -> Search.Watch {
    { report in
      self?.show(.search(report), known: known)
      return nil
    }
  }
}
