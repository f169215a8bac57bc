/// What `Package.swift` says, read as text, beside what the contributor's guide says of it.
enum Manifest {
  /// A module's row of the manifest's table.
  struct Row: Equatable {
    let module: String
    let imports: [String]
    let line: Int
  }

  /// The rows `("Module", ["Import", …])` of the table named `modules`.
  static func rows(in text: String) -> [Row] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    let table = lines.drop { !$0.element.hasPrefix("let modules") }.dropFirst().prefix { $0.element != "]" }
    var rows: [(line: Int, names: [String])] = []
    for (index, line) in table {
      if line.drop(while: { $0 == " " }).hasPrefix("(") { rows.append((index + 1, [])) }
      rows[rows.count - 1].names += quoted(line)
    }
    return rows.map { Row(module: $0.names[0], imports: Array($0.names.dropFirst()), line: $0.line) }
  }

  /// Imports of sources whose module's row does not list them: such a module builds by chance, and a product of it need not link.
  static func undeclared(in files: [(path: String, text: String)], rows: [Row]) -> [Violation] {
    let known = Set(rows.map(\.module))
    return files.flatMap { path, text -> [Violation] in
      guard let row = rows.first(where: { path.hasPrefix("Sources/\($0.module)/") }) else { return [] }
      return ImportStatement.all(in: text).filter { known.contains($0.module) && !row.imports.contains($0.module) }.map
      {
        let message =
          "'\(row.module)' imports '\($0.module)', which its row in Package.swift does not list; list it there"
        return Violation(path: path, line: $0.line, message: message)
      }
    }
  }

  /// Dependencies of the manifest's table that the import law does not allow.
  static func violations(path: String, text: String) -> [Violation] {
    rows(in: text).flatMap { row in
      let allowed = ImportLaw.rows.first { $0.module == row.module }?.own ?? []
      return row.imports.filter { !allowed.contains($0) }.map {
        let message = "'\(row.module)' may not depend on '\($0)'; drop it, or change the import law in all three places"
        return Violation(path: path, line: row.line, message: message)
      }
    }
  }

  /// Packages and linked libraries, by the names that the guide uses: `swift-argument-parser`, `libedit`.
  static func dependencies(in text: String) -> [(name: String, line: Int)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      let packages = line.contains(".package(url:") ? quoted(line).prefix(1).compactMap(packageName) : []
      let libraries = names(in: line, after: ".linkedLibrary(").map { "lib\($0)" }
      return (packages + libraries).map { (name: $0, line: index + 1) }
    }
  }

  /// Dependencies for which the guide has no row `| name | reason |`.
  static func unexplained(path: String, text: String, guide: String) -> [Violation] {
    let explained = MarkdownTable.rows(in: guide).filter { $0.count >= 2 && !$0[1].isEmpty }.map { $0[0] }
    return dependencies(in: text).filter { !explained.contains($0.name) }.map {
      let cure = "add a row with the reason to CONTRIBUTING.md, or drop the dependency"
      return Violation(path: path, line: $0.line, message: "'\($0.name)' is not explained; \(cure)")
    }
  }

  private static func packageName(_ url: String) -> String? {
    url.split(separator: "/").last.map { $0.hasSuffix(".git") ? String($0.dropLast(4)) : String($0) }
  }

  private static func names(in line: Substring, after mark: String) -> [String] {
    guard let range = line.firstRange(of: mark) else { return [] }
    return Array(quoted(line[range.upperBound...]).prefix(1))
  }

  private static func quoted(_ line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
