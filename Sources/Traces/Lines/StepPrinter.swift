import Turns

/// Prints one step while it runs: turns go in, lines come out, in the same order and form as those of the whole.
///
/// A line is handed out as soon as nothing more can join it. Only changes of rows wait for the end of their instant, with
/// what stands behind them, since those of many rows become one line.
package struct StepPrinter: Sendable {
  private let printer: OutputPrinter
  private let start: Int
  private var waiting: [Waiting] = []
  /// The instant of what waits.
  private var instant = 0
  private var lastText: PrintedText?
  /// How many lines were muted.
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

  /// Takes turns that ran, and returns the lines that are final.
  package mutating func add(_ turns: [Turn]) -> [OutputLine] {
    var lines: [OutputLine] = []
    for turn in turns {
      if turn.time != instant { lines += finish() }
      instant = turn.time
      for item in OutputItem.items(of: turn) { add(item, &lines) }
    }
    return lines
  }

  /// Returns what waits: the instant has ended.
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
    if item.isOfRow(except: printer.expanded) { return waiting.append(.row(item)) }
    guard let line = line(of: item) else { return }
    if waiting.isEmpty { lines.append(line) } else { waiting.append(.line(line)) }
  }

  /// Returns the line of an item; nil for one that is muted, which counts.
  private mutating func line(of item: OutputItem) -> OutputLine? {
    guard !printer.isMuted(item) else {
      mutedCount += 1
      return nil
    }
    let (offset, overflow) = item.time.subtractingReportingOverflow(start)
    return OutputLine(offset: overflow ? 0 : offset, printer.text(of: item, after: &lastText))
  }
}
