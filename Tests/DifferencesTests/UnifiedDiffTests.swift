import Differences
import Foundation
import SeededRandom
import Testing

/// Patches, and what `patch` makes of them.
struct UnifiedDiffTests {
  private func lines(_ a: String, _ b: String, of path: String = "x") -> [String] {
    UnifiedDiff(Sides(a: a, b: b), of: path).lines
  }

  @Test("three equal lines stand around what differs, and stretches that touch are one")
  func hunks() {
    let a = (1...20).map { "\($0)\n" }.joined()
    #expect(lines(a, a) == [])
    #expect(
      lines(a, a.replacing("\n5\n", with: "\nfive\n").replacing("\n11\n", with: "\n11\n11a\n")) == [
        "--- a/x", "+++ b/x", "@@ -2,13 +2,14 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8", " 9", " 10",
        " 11",
        "+11a", " 12", " 13", " 14",
      ])
    #expect(
      lines(a, a.replacing("1\n2\n3\n", with: "2\n3\n").replacing("\n20\n", with: "\n")) == [
        "--- a/x", "+++ b/x", "@@ -1,4 +1,3 @@", "-1", " 2", " 3", " 4", "@@ -17,4 +16,3 @@", " 17", " 18", " 19",
        "-20",
      ])
  }

  @Test("a text that is empty has no lines, and a last line that does not end is told")
  func ends() {
    #expect(lines("", "a\n") == ["--- a/x", "+++ b/x", "@@ -0,0 +1 @@", "+a"])
    #expect(lines("a\nb\n", "") == ["--- a/x", "+++ b/x", "@@ -1,2 +0,0 @@", "-a", "-b"])
    #expect(
      lines("a\nb", "a\nb\n") == [
        "--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b",
      ])
    #expect(lines("", "") == [] && lines("b", "b") == [])
  }

  @Test(
    "a path is written as git reads it",
    arguments: [
      ("Transcripts/登录.transcript", "--- a/Transcripts/登录.transcript"), ("a b", "--- a/a b\t"),
      ("a\"b\\c", #"--- "a/a\"b\\c""#), ("a\tb", #"--- "a/a\011b""#), ("a\u{7F} b", #"--- "a/a\177 b""#),
    ])
  func names(_ entry: (path: String, line: String)) {
    #expect(lines("a\n", "b\n", of: entry.path).first == entry.line)
  }

  private static let patch = ["/usr/bin/patch", "/usr/local/bin/patch"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "patch makes the second text of the first, whatever they are",
    .enabled(if: patch != nil, "patch is not installed; 'apt-get install patch' runs this test"))
  func applies() throws {
    var random = SplitMix64(seed: 7)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("patches-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var script = ""
    var expected: [String] = []
    for number in 0..<200 {
      let a = text(&random)
      let b = number.isMultiple(of: 10) ? text(&random) : changed(a, &random)
      expected.append(b)
      try Data(a.utf8).write(to: folder.appendingPathComponent("\(number)"))
      let patch = lines(a, b, of: "\(number)").map { $0 + "\n" }.joined()
      try Data(patch.utf8).write(to: folder.appendingPathComponent("\(number).patch"))
      if a != b { script += "'\(Self.patch ?? "")' -s -p1 --no-backup-if-mismatch -i \(number).patch || exit 1\n" }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for (number, text) in expected.enumerated() {
      // An empty file is removed, as git does it.
      let made = try? String(contentsOf: folder.appendingPathComponent("\(number)"), encoding: .utf8)
      #expect(made ?? "" == text, "\(number)")
    }
  }

  private func text(_ random: inout SplitMix64) -> String {
    let lines = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      ["a", "b", "c", "", "-x", "+y", "@@ -1 +1 @@", "登录", "\\ z"].randomElement(using: &random)!
    }
    let end = lines.isEmpty || Int.random(in: 0..<5, using: &random) == 0 ? "" : "\n"
    return lines.joined(separator: "\n") + end
  }

  private func changed(_ text: String, _ random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...lines.count, using: &random)
      if place < lines.count, Bool.random(using: &random) {
        lines.remove(at: place)
      } else {
        lines.insert("new", at: place)
      }
    }
    return lines.joined(separator: "\n")
  }
}
