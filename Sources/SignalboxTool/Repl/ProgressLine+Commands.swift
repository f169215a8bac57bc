import Console
import Exploration
import Terminal

extension ProgressLine {
  func show(_ progress: @autoclosure () -> CommandProgress) {
    show(text(of: progress()))
  }

  private func text(of progress: CommandProgress) -> String {
    guard let steps = progress.steps else { return progress.description }
    return "\(progress), \(rate(of: steps)) steps/s"
  }

  func end(ofSteps steps: Int) { end(saying: "  \(rate(of: steps)) steps/s") }
}

extension ProgressLine? {
  /// Shows the progress and never stops the search.
  func watch() -> Search.Watch {
    { report in
      self?.show(.search(report))
      return nil
    }
  }
}
