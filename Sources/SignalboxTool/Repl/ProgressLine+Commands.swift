import Console
import Exploration
import Terminal

extension ProgressLine {
  /// Shows how far a command is, and a search how fast.
  func show(_ progress: @autoclosure () -> CommandProgress) {
    show(text(of: progress()))
  }

  private func text(of progress: CommandProgress) -> String {
    guard let steps = progress.steps else { return progress.description }
    return "\(progress), \(rate(of: steps)) steps/s"
  }

  /// Says how fast a search was.
  func end(ofSteps steps: Int) { end(saying: "  \(rate(of: steps)) steps/s") }
}

extension ProgressLine? {
  /// What a search asks between two states: shows how far that is, where there is a line, and lets it go on.
  func watch() -> Search.Watch {
    { report in
      self?.show(.search(report))
      return nil
    }
  }
}
