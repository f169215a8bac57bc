import Foundation
import PtySupport
import Terminal
import Testing

@Suite("the folder for what sessions leave behind")
struct StateFolderTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("a note goes with the text that it is of: out of the folder, or over the number of texts that are kept")
  func oldNotes() throws {
    let state = StateFolder(path: home.path("state"))
    for number in 1...12 {
      _ = try state.keep([("\(number)", note: number % 2 == 0 ? nil : "\(number)")], as: "last")
    }
    try FileManager.default.removeItem(atPath: home.path("state/last-2.transcript"))
    let notes = state.takeNotes(of: "last")
    #expect(notes.map(\.words) == ["5", "7", "9"])
    for (words, file) in notes { #expect(try String(contentsOfFile: file, encoding: .utf8) == words) }
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path("state"))
    #expect(names.count == 8 && names.allSatisfy { $0.hasSuffix(".transcript") })
  }
}
