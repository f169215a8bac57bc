/// Which module may import which: the table of `Package.swift`.
struct ImportLaw {
  let rows: [Manifest.Row]

  init(manifest: String) {
    rows = Manifest.rows(in: manifest)
  }

  /// Rows that list a module of this package which is not above them: it is unknown, or the law has a cycle.
  var misplaced: [String] {
    rows.indices.flatMap { index in
      rows[index].imports.filter { name in
        !rows[..<index].contains { $0.module == name } && !ImportLaw.isC(name)
      }.map { "'\(rows[index].module)' lists '\($0)', which has no row above it in Package.swift" }
    }
  }

  /// Modules that a row allows and no source of it imports.
  func unused(by files: [(path: String, text: String)]) -> [String] {
    rows.flatMap { row in
      let imported = Set(
        files.filter { $0.path.hasPrefix("Sources/\(row.module)/") }.flatMap { ImportStatement.all(in: $0.text) }.map(
          \.module))
      return (row.imports + row.outside).filter { !imported.contains($0) }.map {
        "'\(row.module)' may import '\($0)' and does not; remove it from its row in Package.swift"
      }
    }
  }

  /// Imports of a source file that the law does not allow, and `@testable` ones, which no source needs.
  /// - Parameter path: relative to the root, `Sources/MODULE/…`.
  func violations(path: String, text: String) -> [Violation] {
    let parts = path.split(separator: "/")
    guard parts.count > 2, parts[0] == "Sources", !ImportLaw.isC(String(parts[1])) else { return [] }
    guard let row = rows.first(where: { $0.module == parts[1] }) else {
      return [
        Violation(path: path, line: 0, message: "module '\(parts[1])' has no row in Package.swift; give it one")
      ]
    }
    return ImportStatement.all(in: text).flatMap { ImportLaw.check($0, row, path) }
  }

  private static func check(_ statement: ImportStatement, _ row: Manifest.Row, _ path: String) -> [Violation] {
    var messages: [String] = []
    if statement.isTestable {
      messages.append("sources do not use '@testable'; make what is needed 'package', or move it")
    }
    let allowed = row.imports + row.outside
    if !allowed.contains(statement.module) && !Exceptions.allow(statement.module, in: path) {
      let list = allowed.isEmpty ? "nothing" : allowed.joined(separator: ", ")
      messages.append(
        "'\(row.module)' may not import '\(statement.module)', only \(list); move the code to a module that may")
    }
    return messages.map { Violation(path: path, line: statement.line, message: $0) }
  }

  /// Modules in C import nothing, so they have no rows.
  private static func isC(_ module: String) -> Bool { ["CAdapters", "CFiles", "CLocks", "CEditline"].contains(module) }
}
