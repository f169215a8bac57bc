import Turns

/// Prints a step while it runs. Changes of rows, and later lines, wait for the end of their instant, because rows
/// may be folded.
package struct StepPrinter: Sendable {
  private let printer: OutputPrinter
  private let start: Int
  private var waiting: [Waiting] = []
  private var instant = 0
  private var lastText: PrintedText?
  package private(set) var mutedCount = 0

  private enum Waiting {
    case line(OutputLine)
    case row(OutputItem)
  }

  /// - Parameter start: The virtual time at which the command began, in milliseconds.
  package init(_ printer: OutputPrinter, since start: Int) {
    self.printer = printer
    self.start = start
  }

  package mutating func add(_ turns: [Turn]) -> [OutputLine] {
    var lines: [OutputLine] = []
    for turn in turns {
      if turn.time != instant { lines += finish() }
      instant = turn.time
      for item in OutputItem.items(of: turn) { add(item, &lines) }
    }
    return lines
  }

  package mutating func finish() -> [OutputLine] {
    if waiting.isEmpty { return [] }
    let ended = waiting
    waiting = []
    var folded = RowFold.folded(ended.compactMap { if case .row(let item) = $0 { item } else { nil } })[...]
    var lines: [OutputLine] = []
    for one in ended {
      switch one {
      case .line(let line): lines.append(line)
      case .row: if let item = folded.removeFirst(), let line = line(of: item) { lines.append(line) }
      }
    }
    return lines
  }

  private mutating func add(_ item: OutputItem, _ lines: inout [OutputLine]) {
    if item.isOfRow(except: printer.paths.expanded) { return waiting.append(.row(item)) }
    guard let line = line(of: item) else { return }
    if waiting.isEmpty { lines.append(line) } else { waiting.append(.line(line)) }
  }

  /// Counts a muted line and returns nil for it.
  private mutating func line(of item: OutputItem) -> OutputLine? {
    guard !printer.isMuted(item) else {
      mutedCount += 1
      return nil
    }
    let (offset, overflow) = item.time.subtractingReportingOverflow(start)
    return OutputLine(offset: overflow ? 0 : offset, printer.text(of: item, after: &lastText))
  }
}
