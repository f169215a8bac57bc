/// Rules about names, lengths and modes of files.
enum TreeRule {
  static let longestFile = 500
  private static let vagueNames = ["core", "helpers", "helper", "utilities", "utility", "utils", "util"]

  /// A folder or file whose name says nothing about what it holds.
  static func vagueName(path: String) -> [Violation] {
    guard let name = path.split(separator: "/").last?.split(separator: ".").first else { return [] }
    guard vagueNames.contains(name.lowercased()) else { return [] }
    return [Violation(path: path, line: 0, message: "'\(name)' does not say what it holds; name it after the noun")]
  }

  static func length(path: String, text: String) -> [Violation] {
    let count = text.utf8.count { $0 == UInt8(ascii: "\n") }
    guard count > longestFile else { return [] }
    let cure = "move a topic to a file of its own, Type+Topic.swift"
    return [Violation(path: path, line: longestFile + 1, message: "\(count) lines are over \(longestFile); \(cure)")]
  }

  static func script(path: String, text: String, isExecutable: Bool) -> [Violation] {
    var messages: [String] = []
    if !isExecutable {
      messages.append("a script must be executable; run 'git update-index --chmod=+x' and 'chmod +x'")
    }
    if !text.hasPrefix("#!/") { messages.append("a script begins with its interpreter, '#!/usr/bin/env bash'") }
    return messages.map { Violation(path: path, line: 1, message: $0) }
  }

  static func ignored(path: String, text: String) -> [Violation] {
    let lines = text.split(separator: "\n").map(String.init)
    return [".build/", ".build-*", "Package.resolved"].filter { !lines.contains($0) }.map {
      Violation(path: path, line: 0, message: "'\($0)' must be ignored, or a build leaves the tree dirty; add the line")
    }
  }
}
