import Foundation
import PtySupport
import SeededRandom

/// Mutated Mermaid, SCXML and Markdown files: each is answered within a second.
struct MutatedDiagrams: Trial {
  static let name = "mutated diagrams"
  let tool: ToolUnderTest

  /// Files of one run, which starts the tool once.
  private static let count = 300
  private static let patience = 1.0

  init(tool: ToolUnderTest) { self.tool = tool }

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    var names: [String] = []
    for index in 0..<Self.count {
      let diagram = MutatedDiagram.texts[index % MutatedDiagram.texts.count]
      names.append("\(index).\(diagram.ending)")
      try folder.put(Data(diagram.text.mutated(&random).utf8), names[index])
    }
    let began = Date()
    let outcome = Result { try tool.answer(["lint"] + names, in: folder) }
    guard case .success = outcome, Date().timeIntervalSince(began) < Self.patience * 10 else {
      for name in names { try check(name, in: folder) }
      _ = try outcome.get()
      return
    }
  }

  private func check(_ name: String, in folder: ScratchFolder) throws {
    let began = Date()
    do {
      try tool.answer(["lint", name], in: folder)
    } catch {
      throw SoakFailure("\(error) with \(String(decoding: try folder.bytes(name), as: UTF8.self).debugDescription)")
    }
    guard Date().timeIntervalSince(began) < Self.patience else {
      throw SoakFailure("slow: \(String(decoding: try folder.bytes(name), as: UTF8.self).debugDescription)")
    }
  }
}
