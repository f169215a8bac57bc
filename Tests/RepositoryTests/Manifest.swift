/// What `Package.swift` says, read as text, beside what the contributor's guide says of it.
enum Manifest {
  /// A module's row of the manifest's table, which is the import law.
  struct Row: Equatable {
    let module: String
    /// Modules of this package.
    let imports: [String]
    /// Modules of the system, the toolchain and the dependencies.
    let outside: [String]
  }

  /// The rows `Module("Name", ["Import", …], outside: ["Import", …])` of the table named `modules`.
  static func rows(in text: String) -> [Row] {
    guard let start = text.firstRange(of: "let modules = [\n") else { return [] }
    let rest = text[start.upperBound...]
    let table = rest[..<(rest.firstRange(of: "\n]")?.lowerBound ?? rest.endIndex)]
    return table.split(separator: "Module(").map { row in
      let parts = row.split(separator: "outside:", maxSplits: 1)
      let names = parts.first.map(quoted) ?? []
      return Row(
        module: names.first ?? "", imports: Array(names.dropFirst()), outside: parts.count > 1 ? quoted(parts[1]) : [])
    }.filter { !$0.module.isEmpty }
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
