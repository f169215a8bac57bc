import CEditline

/// The completion list below the line.
struct CandidateList {
  let candidates: [Completion.Candidate]
  /// Candidates that are not usable now; the note gives the reason.
  var refused: [Completion.Candidate] = []
  var advice: String?
  let columns: Int
  let rows: Int

  private static let indentation = 2
  private static let gap = 2

  /// Leaves two rows of the window for the prompt. Candidates with notes have a row each; the others fill columns,
  /// read downwards.
  var lines: [String] {
    if candidates.isEmpty { return [] }
    return candidates.contains { $0.note != nil } ? annotated(candidates, rows: rowsOfCandidates) : tabulated
  }

  var dimLines: [String] {
    let room = maximumRows - lines.count - (advice == nil ? 0 : 1)
    return (refused.isEmpty || room < 1 ? [] : annotated(refused, rows: room)) + (advice.map { [line($0.inert)] } ?? [])
  }

  private var maximumRows: Int { max(1, rows - 3) }
  private var rowsOfCandidates: Int {
    max(1, maximumRows - (refused.isEmpty ? 0 : 1) - (advice == nil ? 0 : 1))
  }

  private func annotated(_ candidates: [Completion.Candidate], rows: Int) -> [String] {
    let cells = candidates.map { $0.text.inert }
    let shown = cells.prefix(cells.count > rows ? max(0, rows - 1) : rows)
    let width = shown.map(displayWidth).max() ?? 0
    let lines = zip(shown, candidates).map { cell, candidate in
      let note = candidate.note?.inert ?? ""
      return line(note.isEmpty ? cell : padded(cell, to: width + Self.gap) + note)
    }
    return lines + remainder(cells.count - shown.count)
  }

  private var tabulated: [String] {
    let cells = candidates.map { $0.text.inert }
    let maximumRows = rowsOfCandidates
    let width = (cells.map(displayWidth).max() ?? 0) + Self.gap
    let perRow = max(1, (columns - Self.indentation) / width)
    let fits = (cells.count + perRow - 1) / perRow <= maximumRows
    let shown = Array(cells.prefix(fits ? cells.count : (maximumRows - 1) * perRow))
    let height = (shown.count + perRow - 1) / perRow
    let lines = (0..<height).map { row in
      let inRow = stride(from: row, to: shown.count, by: height).map { shown[$0] }
      return line(inRow.dropLast().map { padded($0, to: width) }.joined() + (inRow.last ?? ""))
    }
    return lines + remainder(cells.count - shown.count)
  }

  private func remainder(_ count: Int) -> [String] {
    count > 0 ? [line("and \(count) more")] : []
  }

  private func line(_ text: String) -> String {
    let room = columns - Self.indentation - 1
    let cut = displayWidth(text) <= room ? text : prefix(of: text, width: room - 3) + "..."
    return String(repeating: " ", count: Self.indentation) + cut
  }

  private func prefix(of text: String, width: Int) -> String {
    var result = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      used += displayWidth(String(scalar))
      guard used <= width else { break }
      result.append(scalar)
    }
    return String(result)
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - displayWidth(text)))
  }

  private func displayWidth(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { Int(cel_width($0.baseAddress, $0.count)) }
    }
  }
}
