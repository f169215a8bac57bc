import Exploration
import Traces
import ViewModels

/// The coverage of one machine.
package struct CoverageRow {
  package let machine: Machine
  package let coverage: Coverage
  /// Nil if nothing was searched.
  package let search: CoverageSearch?

  package init(_ machine: Machine, _ coverage: Coverage, _ search: CoverageSearch? = nil) {
    self.machine = machine
    self.coverage = coverage
    self.search = search
  }
}

/// The report of coverages.
package struct CoverageText {
  private let rows: [CoverageRow]

  package init(_ rows: [CoverageRow]) {
    self.rows = rows
  }

  /// One line per machine, then the missing items.
  package var lines: [String] {
    let kinds = CoverageItem.Kind.allCases
    let head = ["machine"] + kinds.map { "\($0.rawValue)s" } + ["all", ""]
    let body = rows.map { row in
      [row.machine.title.text] + kinds.map { row.coverage.count($0).text }
        + [row.coverage.count().text, row.coverage.count().percent.map { "\($0)%" } ?? ""]
    }
    return TextTable([head] + body).lines + rows.flatMap { lines(of: $0) }
  }

  private func lines(of row: CoverageRow) -> [String] {
    let (missing, excused) = (row.coverage.missing, row.coverage.excused)
    var lines: [String] = []
    if !missing.isEmpty {
      lines += ["", "\(row.machine.title): \(missing.count) not taken"]
      for index in missing { lines += ["  \(name(row.coverage.items[index]))"] + way(to: index, row) }
      if let search = row.search { lines.append("  \(told(search))") }
    }
    if !excused.isEmpty {
      lines += ["", "\(row.machine.title): \(excused.count) that no run can take, not counted"]
      lines += excused.map { index in
        let item = row.coverage.items[index]
        return "  \(name(item)) (\((item.excuse ?? "").escapedForDisplay))"
      }
    }
    return lines
  }

  private func name(_ item: CoverageItem) -> String {
    "\(item.kind.rawValue.padded(toWidth: Self.kindWidth))  \(item.title.escapedForDisplay)"
  }

  private static let kindWidth = CoverageItem.Kind.allCases.map(\.rawValue.utf8.count).max() ?? 0

  private func way(to index: Int, _ row: CoverageRow) -> [String] {
    guard let search = row.search else { return [] }
    guard let script = search.scripts[index] else {
      return [search.unscripted.contains(index) ? "    found, but no time was left to make a script" : "    not found"]
    }
    let commands = row.machine.lines(of: script).orUnspelled
    return (["open \(row.machine.title)"] + commands).map { "    \($0)" }
  }

  private func told(_ search: CoverageSearch) -> String {
    let seen = "searched for in \(search.states.counted("state"))"
    if search.missing.isEmpty { return seen }
    let untried = UntriedText.text(ofRows: search.rowsLeftOut)
    return "\(seen); \(search.bound?.told ?? untried ?? "all states were searched")"
  }
}

extension Coverage.Count {
  /// For example `5/6`; `-` without items.
  fileprivate var text: String { all == 0 ? "-" : "\(taken)/\(all)" }
}
