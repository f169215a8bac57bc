import Layers
import SeededRandom
import Testing

struct HostileTests {
  private static let pieces = [
    "class ", "struct A", "extension B", "protocol ", "actor", "typealias X = ", "import ", "AViewModel", "AView", "{",
    "}", "(", ")", "<", ">", ":", ",", ".", "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", "/*", "*/", "//", "/", "#/",
    "/#", "#if ", "#else", "#endif", "\n", " ", "`", "用", "\u{0}", "\u{FEFF}", "\r\n", "case ", "let ", "0x1p", "##",
  ]

  @Test("any text gives a report, the same one every time", arguments: 0..<400)
  func random(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let files = (0..<3).map { file in
      ("f\(file)ViewModel.swift", (0..<random.below(400)).map { _ in random.pick(Self.pieces) }.joined())
    }
    let first = report(Dictionary(uniqueKeysWithValues: files))
    let lines = first.findings.flatMap { [$0.sentence] + $0.details }
    #expect(lines.allSatisfy { !$0.isEmpty })
    let second = report(Dictionary(uniqueKeysWithValues: files))
    #expect(first.findings == second.findings && first.summary == second.summary)
    for finding in first.findings {
      let text = files.first { $0.0 == finding.path }?.1 ?? ""
      #expect((1...text.utf8.count { $0 == 0x0A } + 1).contains(finding.place.line))
    }
  }

  @Test("every prefix of a source is read")
  func prefixes() {
    let text = """
      import UIKit
      /* a /* b */ */ final class AViewModel<T: AView>: Base { var a = "x \\(f("y \\(T()) z")) w" }
      #if A
      extension AViewModel { let r = #/a"/#; let s = ##"b\\##(AView())"##; let t = \"\"\"
        c \\(AView.self)
        \"\"\" }
      #endif
      struct AView { var `class`: AViewModel? }
      """
    for end in 0...text.unicodeScalars.count {
      let prefix = String(String.UnicodeScalarView(text.unicodeScalars.prefix(end)))
      #expect(report(["f.swift": prefix]).fileCount == 1)
    }
    #expect(report(["f.swift": text]).findings.count == 3)
  }

  @Test(
    "what nests or repeats twenty thousand times costs no stack and no square of time",
    arguments: [
      "{", "(", "\"\\(", "/*", "#if\n", "#/", "##/", "/", " /\\/", "\"", "\"\"\"", "#", "class A{", "A.",
      "class AViewModel {} ",
      "extension AView: ", "<", "import ", "`",
    ])
  func repeated(_ piece: String) {
    let text = String(repeating: piece, count: 20_000)
    #expect(report(["f.swift": text, "g.swift": "struct AView {}"]).fileCount == 2)
  }

  @Test("many types that all refer to each other by way of none stop at the limit")
  func detours() {
    let count = 100
    let all = (0..<count).map { "H\($0)" }.joined(separator: ",")
    let text =
      (0..<count).map { "class H\($0) { let a = [\(all)] }\nclass V\($0)ViewModel { let a = [\(all)] }\n" }.joined()
      + "struct AView {}"
    var check = LayerCheck()
    check.add(path: "f.swift", text: text)
    #expect(check.report(detourLimit: 10_000).isComplete == false)
    #expect(check.report().isComplete)
    #expect(check.report().findings.isEmpty)
  }
}
