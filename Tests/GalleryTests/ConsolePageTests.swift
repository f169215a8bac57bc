import Console
import Foundation
import Testing

@Suite("The page about the console")
struct ConsolePageTests {
  @Test("is made from the table of verbs")
  func current() throws {
    let file = URL(fileURLWithPath: "\(Repository.root)/\(ConsolePage.path)")
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == ConsolePage.text
    #expect(
      isCurrent, "run this test with WRITE_PAGES=1, which writes \(ConsolePage.path) anew, then look and run again")
    guard !isCurrent, ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" else { return }
    try Data(ConsolePage.text.utf8).write(to: file, options: .atomic)
  }

  @Test("has every verb once")
  func complete() {
    let lines = ConsolePage.text.split(separator: "\n")
    for verb in Verb.all {
      #expect(lines.count { $0.hasPrefix("* `\(verb.name)`") || $0.hasPrefix("* `\(verb.name) ") } == 1)
    }
  }
}
