import Foundation
import Testing

@testable import Diagrams

/// Debian's `graphviz`, where it is installed.
struct GraphvizTests {
  private static let dot = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "dot draws every chart without a warning",
    .enabled(if: dot != nil, "graphviz is not installed; 'apt-get install graphviz' runs this test"))
  func draws() throws {
    let diagrams = [EveryFeature.diagram] + (0..<30).map { RandomChart.diagram(seed: $0) }
    let source = diagrams.flatMap { $0.lines(.dot) }.joined(separator: "\n")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diagrams-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in.gv", "out.plain", "errors"].map { folder.appendingPathComponent($0) }
    for file in files { try Data((file == files[0] ? source : "").utf8).write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.dot))
    process.arguments = ["-Tplain", files[0].path]
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try String(contentsOf: files[2], encoding: .utf8) == "")
    let plain = try String(contentsOf: files[1], encoding: .utf8)
    #expect(plain.components(separatedBy: "\nstop\n").count == diagrams.count + 1)
  }
}
