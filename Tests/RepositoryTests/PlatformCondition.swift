/// Conditions on the platform, which belong in `Adapters`, `Files` and `Terminal` alone.
enum PlatformCondition {
  private static let homes = ["Sources/Adapters/", "Sources/Files/", "Sources/Terminal/"]
  private static let questions = ["os(", "canImport(", "targetEnvironment("]

  static func violations(path: String, text: String) -> [Violation] {
    guard !homes.contains(where: path.hasPrefix) else { return [] }
    return SwiftCode(text).lines.enumerated().compactMap { index, line in
      guard line.holds("#") else { return nil }
      let condition = line.filter { !$0.isWhitespace }
      guard condition.hasPrefix("#if") || condition.hasPrefix("#elseif") else { return nil }
      guard let question = questions.first(where: { condition.contains($0) }) else { return nil }
      let cure = "put what differs into Files or Terminal and call that"
      return Violation(path: path, line: index + 1, message: "'\(question)…)' asks for the platform; \(cure)")
    }
  }
}
