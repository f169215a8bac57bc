import Console
import Foundation
import Gallery
import Testing

@Suite("The page about commands")
struct CommandsPageTests {
  private static let path = "Documentation/Semantics.md"
  private static let machines = [Counter.machine, Album.machine] + Gallery.machines
  private let file = URL(fileURLWithPath: "\(Repository.root)/\(Self.path)")

  /// The page with what each example really answers.
  private func executed(_ page: String) -> String {
    var result: [String] = []
    var session: Session?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```console" { session = Session(catalogue: Catalogue(Self.machines)) }
      if line == "```" { session = nil }
      if session != nil, line != "```console", !line.hasPrefix("> ") { continue }
      result.append(String(line))
      guard line.hasPrefix("> ") else { continue }
      result += (session?.run(String(line.dropFirst(2))).lines ?? []).map { reply in
        switch reply {
        case .recorded(let text): "| \(text)"
        case .talk(let text): "  \(text)"
        }
      }
    }
    return result.joined(separator: "\n")
  }

  @Test("its examples answer what the console answers")
  func current() throws {
    let page = try String(contentsOf: file, encoding: .utf8)
    let text = executed(page)
    #expect(page.components(separatedBy: "```console").count > 5)
    #expect(text == page, "run this test with WRITE_PAGES=1, which writes \(Self.path) anew, then look and run again")
    guard text != page, ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" else { return }
    try Data(text.utf8).write(to: file, options: .atomic)
  }
}
