import Foundation
import PtySupport
import Testing

/// `explore --json` and `fuzz --json`.
@Suite("What a search found, as JSON")
struct SearchJSONTests {
  private func object(_ arguments: [String], in folder: ScratchFolder) throws -> [String: Any] {
    let run = try ToolRun(arguments + ["--json"], in: folder)
    #expect(run.output.split(separator: "\n").count == 1, "\(run.output)\(run.errors)")
    return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test(
    "it is what its published schema says",
    arguments: [
      ["explore", "login@original", "--depth", "5"], ["explore", "command@fixed", "--no-races", "--depth", "12"],
      ["explore", "phone@fixed", "--states", "5000"],
      ["explore", "login@fixed", "--no-races", "--leads-to", "login = executing", "login = failed", "within", "1s"],
      ["explore", "login@fixed", "--no-races", "--leads-to", "name = \"x\"", "login = idle"],
      ["explore", "login@fixed", "--states", "3"], ["explore", "follow@original", "--memory", "100000"],
      ["fuzz", "login@original", "--walks", "10"], ["fuzz", "login@fixed", "--walks", "2", "--seed", "\(UInt64.max)"],
    ])
  func schema(_ arguments: [String]) throws {
    let schema = try JSONSchema("search.schema.json")
    let run = try ToolRun(arguments + ["--json"], in: ScratchFolder())
    #expect(run.errors.isEmpty)
    #expect(try schema.faults(in: run.output) == [], "\(run.output)")
    #expect(try !schema.faults(in: run.output.replacing("\"v\":1,", with: "\"v\":2,")).isEmpty)
    #expect(try !schema.faults(in: run.output.replacing("\"bound\":", with: "\"end\":")).isEmpty)
  }

  @Test("it says what the report says, with the same exit code")
  func agrees() throws {
    let folder = try ScratchFolder()
    let told = try ToolRun(["explore", "login@original", "--depth", "5"], in: folder)
    let found = try object(["explore", "login@original", "--depth", "5"], in: folder)
    let (states, steps) = (try #require(found["states"] as? Int), try #require(found["steps"] as? Int))
    #expect(told.output.contains("stopped by --depth 5: \(states) states, \(steps) steps, "))
    let bound = try #require(found["bound"] as? [String: Any])
    #expect(bound["kind"] as? String == "depth" && bound["value"] as? Int == 5)
    let finding = try #require((found["findings"] as? [[String: Any]])?.first)
    let (name, cause) = (try #require(finding["name"] as? String), try #require(finding["cause"] as? String))
    // The format keeps the word; the text says what a hop is.
    #expect(cause == "hop push home")
    let count = try #require(finding["count"] as? Int)
    let script = try #require(finding["script"] as? [String])
    let lines = ["open login@original"] + script
    #expect(
      told.output.hasPrefix(
        "\(finding["kind"] ?? "") \"\(name)\" (queued on the main queue: push home), \(count) times:\n"
          + lines.map { "  \($0)\n" }.joined()),
      "\(told.output)")
    for arguments in [["login@original", "--depth", "5"], ["login@fixed"], ["login@fixed", "--states", "3"]] {
      let codes = try [[], ["--json"]].map { try ToolRun(["explore"] + arguments + $0, in: folder).code }
      #expect(codes[0] == codes[1])
    }
  }

  @Test("what a search cannot tell stands in it: growth, and premises that were not seen")
  func remarks() throws {
    let folder = try ScratchFolder()
    let grown = try object(["explore", "command@fixed", "--no-races", "--depth", "12"], in: folder)
    #expect((grown["growth"] as? [[String: Any]])?.first?["what"] as? String == "'found'")
    let unseen = try object(
      ["explore", "login@fixed", "--no-races", "--leads-to", "name = \"x\"", "login = idle"], in: folder)
    #expect((unseen["untested"] as? [String])?.last == "name = \"x\" leads to login = idle")
  }

  @Test(
    "beside it nothing stands on standard output: files that are kept are told on the other",
    arguments: [
      (["explore", "login@original", "--depth", "5", "--save", "."], "  saved to ./login@original-1-"),
      (["explore", "login@fixed", "--no-races", "--save", "login.pml"], "  login.pml: "),
      (["fuzz", "login@original", "--walks", "10", "--save", "."], "  saved to ./login@original-1-"),
      (["mutate", "purchase@fixed", "a.transcript", "--save", "."], "  saved to ./purchase@fixed-mutant-1.transcript"),
    ])
  func files(_ arguments: [String], _ told: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      "%transcript 1\n%machine purchase@fixed\n%case one tap\n|*\n> tap buy\n|*\n> advance 1s\n|*\n", to: "a.transcript"
    )
    _ = try object(arguments, in: folder)
    let other = try ScratchFolder()
    try other.write(folder.text("a.transcript"), to: "a.transcript")
    let run = try ToolRun(arguments + ["--json"], in: other)
    #expect(run.errors.contains(told), "\(run.errors)")
  }
}
