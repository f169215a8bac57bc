import Traces
import ViewModels

/// Draws ten rows of a list or pictures of a banner. Columns that do not fit are in further tables below.
package struct RowsDrawing {
  package static let rowsOnPage = 10
  /// In columns.
  static let widestCell = 24

  private let control: ControlState
  private let page: Int
  private let width: Int

  package init(_ control: ControlState, page: Int, width: Int = .max) {
    self.control = control
    self.page = page
    self.width = width
  }

  package var title: String { count.counted(control.kind == .banner ? "picture" : "row") }

  private var count: Int { control.kind == .banner ? pictures.count : control.rows.count }

  var pageCount: Int { max(0, count - 1) / Self.rowsOnPage + 1 }

  var lines: [String] {
    switch control.kind {
    case .banner: return TextTable(shown(pictures).map { ["[\($0)]", text(of: $1)] }).lines + more
    case .list: return table + more
    case .text, .secureText, .button, .label, .badge, .refresh, .scroll: return []
    }
  }

  private var pictures: [Value] {
    guard case .list(let pictures) = control.value else { return [] }
    return pictures
  }

  private var table: [String] {
    let rows = shown(control.rows)
    let names = columns(of: rows.map(\.element))
    if rows.isEmpty { return [] }
    if names.isEmpty { return TextTable(rows.map { ["[\($0.offset)]"] }).lines }
    let cells = rows.map { row in
      ["[\(row.offset)]"] + names.map { name in row.element.first { $0.name == name }.map(cell) ?? "" }
    }
    return folded([[""] + names] + cells).flatMap { TextTable($0).lines }
  }

  /// Splits the table between columns to fit the width.
  private func folded(_ table: [[String]]) -> [[[String]]] {
    let widths = (table.first ?? []).indices.map { column in
      table.map { $0[column].escapedForDisplay.displayWidth }.max() ?? 0
    }
    var groups: [[Int]] = [[]]
    var used = widths.first ?? 0
    for column in widths.indices.dropFirst() {
      let isFull = used + 2 + widths[column] > width && !groups[groups.count - 1].isEmpty
      if isFull { groups.append([]) }
      groups[groups.count - 1].append(column)
      used = (isFull ? widths[0] : used) + 2 + widths[column]
    }
    return groups.map { columns in table.map { cells in [cells[0]] + columns.map { cells[$0] } } }
  }

  private func columns(of rows: [[ControlState]]) -> [String] {
    var names: [String] = []
    for row in rows {
      var place = 0
      for control in row {
        if let known = names.firstIndex(of: control.name.text) {
          place = known + 1
        } else {
          names.insert(control.name.text, at: place)
          place += 1
        }
      }
    }
    return names
  }

  private func cell(_ control: ControlState) -> String {
    switch control.kind {
    case .button: "( \(control.label) )" + (control.isEnabled ? "" : " disabled")
    case .refresh: "( \(control.label) )"
    case .badge: "<\(control.label)>"
    case .text, .secureText, .label, .scroll, .banner, .list: text(of: control.value)
    }
  }

  private func text(of value: Value) -> String { value.shown(toWidth: Self.widestCell) }

  // MARK: Pages

  private func shown<Row>(_ rows: [Row]) -> [(offset: Int, element: Row)] {
    rows.enumerated().dropFirst(first).prefix(Self.rowsOnPage).map { ($0.offset, $0.element) }
  }

  /// A shorter list stays on its last page.
  private var first: Int { min(page, pageCount) * Self.rowsOnPage - Self.rowsOnPage }

  private var more: [String] {
    guard count > Self.rowsOnPage else { return [] }
    let last = min(first + Self.rowsOnPage, count)
    let here = "rows \(first)..<\(last) of \(count)"
    guard last < count else { return [here] }
    let next = "'screen \(last / Self.rowsOnPage + 1)' shows more"
    return here.displayWidth + 2 + next.displayWidth > width ? [here + ";", next] : ["\(here); \(next)"]
  }
}
