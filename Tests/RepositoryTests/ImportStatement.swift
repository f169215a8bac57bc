/// One `import` of a Swift file, whatever attributes, access level or kind of declaration it names.
struct ImportStatement: Equatable {
  let module: String
  let line: Int
  let isTestable: Bool

  private static let modifiers = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]

  static func all(in text: String) -> [ImportStatement] {
    SwiftCode(text).lines.enumerated().flatMap { index, line -> [ImportStatement] in
      guard line.holds("import") else { return [] }
      return line.split(separator: ";").compactMap {
        ImportStatement(words: $0.split(whereSeparator: \.isWhitespace), index + 1)
      }
    }
  }

  private init?(words: [Substring], _ line: Int) {
    guard let keyword = words.firstIndex(of: "import") else { return nil }
    let before = words[..<keyword]
    guard before.allSatisfy({ $0.hasPrefix("@") || Self.modifiers.contains(String($0)) }) else { return nil }
    let names = words[(keyword + 1)...].drop { Self.kinds.contains(String($0)) }
    guard let name = names.first?.split(separator: ".").first else { return nil }
    self.init(module: name.filter { $0 != "`" }, line: line, isTestable: before.contains("@testable"))
  }

  init(module: String, line: Int, isTestable: Bool = false) {
    self.module = module
    self.line = line
    self.isTestable = isTestable
  }
}
