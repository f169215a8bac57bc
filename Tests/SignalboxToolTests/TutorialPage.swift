/// A page that is carried out from top to bottom: files, changes of files, and commands with what they print.
struct TutorialPage {
  enum Step {
    case prose(String)
    /// A whole file, below a line that ends in its path.
    case file(path: String, text: String)
    /// A unified diff, as `git apply` takes it.
    case change(String)
    case commands([ConsoleBlock])
  }

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  var steps: [Step] = []

  init(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)[...]
    var above = ""
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        guard let end = lines.firstIndex(of: "```") else {
          throw Mistake(description: "'\(line)' below '\(above)' is not closed")
        }
        let body = lines[..<end].map { "\($0)\n" }.joined()
        try steps.append(Self.step(body, of: String(line.dropFirst(3)), below: above))
        lines = lines[(end + 1)...]
      } else {
        steps.append(.prose("\(line)\n"))
        if !line.isEmpty { above = line }
      }
    }
  }

  private static func step(_ body: String, of kind: String, below above: String) throws -> Step {
    switch kind {
    case "swift":
      guard above.hasSuffix("`:"), let path = above.split(separator: "`").dropLast().last else {
        throw Mistake(description: "'\(above)' does not end in the path of the file below it")
      }
      return .file(path: String(path), text: body)
    case "diff": return .change(body)
    case "console": return .commands(ConsoleBlock.all(in: body))
    default: throw Mistake(description: "'\(kind)' is nothing that the tutorial carries out")
    }
  }

  /// The page as it stands in its file.
  var text: String {
    steps.map { step in
      switch step {
      case .prose(let line): line
      case .file(_, let text): "```swift\n\(text)```\n"
      case .change(let diff): "```diff\n\(diff)```\n"
      case .commands(let blocks): "```console\n\(blocks.map { "\($0.command)\n\($0.text)" }.joined())```\n"
      }
    }.joined()
  }
}
