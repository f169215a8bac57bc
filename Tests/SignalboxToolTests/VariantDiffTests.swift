import Foundation
import Gallery
import PtySupport
import Testing
import ViewModels

/// `diff` of every transcript of the gallery, on its machine and on each other variant: what a reader sees first is
/// short, and names what breaks.
@Suite("What a reader sees first")
struct VariantDiffTests {
  private struct Pair {
    let file: String
    let own: String
    let other: String
  }

  /// The recorded transcripts of machines, each with every other variant of its machine.
  private static func pairs() throws -> [Pair] {
    let root = "\(ReadmeTests.root)/Transcripts"
    let files = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
      .filter { $0.hasSuffix(".transcript") && !$0.hasPrefix("failures/") && !$0.hasPrefix("console/") }
    return try files.flatMap { file -> [Pair] in
      let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
      guard let title = text.firstMatch(of: /(?m)^%machine ([^ \n]+)/)?.output.1,
        let machine = Gallery.machines.first(where: { $0.title == String(title) })
      else { return [] }
      return Gallery.machines.filter { $0.name == machine.name && $0.title != machine.title }
        .map { Pair(file: "\(root)/\(file)", own: machine.title.text, other: $0.title.text) }
    }
  }

  private static func command(_ pair: Pair) -> String {
    "\"$S\" diff '\(pair.file)' --as \(pair.own) --as \(pair.other)"
  }

  @Test(
    "over all pairs a report has 15 lines in the median and 40 at most, and its first five causes name a broken property"
  )
  func short() throws {
    let pairs = try Self.pairs()
    #expect(pairs.count > 170)
    let folder = try ScratchFolder()
    let script = pairs.enumerated().map { number, pair in
      "\(Self.command(pair)) >\(number).txt; echo $? >\(number).code"
    }
    let half = script.count / 2
    let (first, second) = (script[..<half].joined(separator: "\n"), script[half...].joined(separator: "\n"))
    _ = try ToolRun.shell("{ {\n\(first)\n} & {\n\(second)\n} ; wait; }", in: folder)
    var counts: [Int] = []
    for (number, pair) in pairs.enumerated() {
      let report = try folder.text("\(number).txt")
      let code = try folder.text("\(number).code")
      #expect(code == "0\n" || code == "1\n", "\(pair): \(code)")
      counts.append(report.utf8.count { $0 == UInt8(ascii: "\n") })
      if report.contains(/(?m)^[1-5]  .*broken "/) { continue }
      let whole = try ToolRun.shell("\(Self.command(pair)) --all", in: folder).output
      #expect(!whole.contains(/(?m)^ *[-+~^] .*broken "/), "\(pair): \(report)")
    }
    #expect(counts.sorted()[counts.count / 2] <= 15 && counts.max() ?? 0 <= 40, "\(counts.sorted())")
  }
}
