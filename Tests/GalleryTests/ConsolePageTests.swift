import Console
import Foundation
import Testing

@Suite("The page about the console")
struct ConsolePageTests {
  @Test("is made from the table of verbs; WRITE_PAGES=1 writes it anew")
  func current() throws {
    let file = URL(fileURLWithPath: "\(Repository.root)/\(ConsolePage.path)")
    if ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" { try Data(ConsolePage.text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == ConsolePage.text)
  }

  @Test("has every verb once")
  func complete() {
    let lines = ConsolePage.text.split(separator: "\n")
    for verb in Verb.all {
      #expect(lines.count { $0.hasPrefix("* `\(verb.name)`") || $0.hasPrefix("* `\(verb.name) ") } == 1)
    }
  }
}
