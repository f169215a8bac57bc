import Foundation
import PtySupport
import Testing

/// The action and the template of `Documentation/Transcripts.md`: what a shell can run of them is run.
@Suite("The page on CI", .enabled(if: ToolRun.isDebian, "only Debian has Python's YAML as a package"))
struct CIPageTests {
  private struct Step: Decodable {
    var run: String?
    var uses: String?
    var env: [String: String]?
  }

  private struct Action: Decodable {
    struct Input: Decodable { var `default`: String }
    struct Runs: Decodable {
      var using: String
      var steps: [Step]
    }
    var inputs: [String: Input]
    var runs: Runs
  }

  private struct Template: Decodable {
    struct Job: Decodable {
      var variables: [String: String]
      var script: [String]
    }
    var job: Job

    enum CodingKeys: String, CodingKey { case job = ".transcripts" }
  }

  private static let good = "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n"
  private static let red = good.replacing("idle", with: "busy")
  private static let loose = good + "> tap login\n|*\n"
  private static let unformed = good.replacing("| login", with: "|  login")

  /// The YAML blocks of the page, as JSON.
  static func blocks() throws -> [Data] {
    let folder = try ScratchFolder()
    let page = try String(contentsOfFile: "\(ReadmeTests.root)/Documentation/Transcripts.md", encoding: .utf8)
    try folder.write(page, to: "page")
    let script = """
      import json, re, yaml
      for block in re.findall("```yaml\\n(.*?)```", open("page", encoding="utf-8").read(), re.S):
          print(json.dumps({str(key): value for key, value in yaml.safe_load(block).items()}))
      """
    try folder.write(script, to: "script")
    let run = try ToolRun.callersShell("/usr/bin/python3 script", in: folder)
    try #require(run.code == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map { Data($0.utf8) }
  }

  /// Runs a script over a folder of one transcript, with the tool where its variable says.
  private func run(_ script: String, _ variables: [String: String], over transcript: String) throws -> (
    ToolRun, ScratchFolder
  ) {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("Transcripts"), withIntermediateDirectories: false)
    try folder.write(transcript, to: "Transcripts/a.transcript")
    try folder.write(script, to: "script")
    let all = variables.merging([
      "TOOL": BuiltProduct.path("signalbox"), "GITHUB_STEP_SUMMARY": folder.path("summary"), "CI": "true",
    ]) { $1 }
    let words = all.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    // As the servers start it.
    return (try ToolRun.callersShell("\(words) bash --noprofile --norc -eo pipefail script", in: folder), folder)
  }

  @Test("the action's scripts replay, annotate, summarise and fail as they should")
  func action() throws {
    let action = try JSONDecoder().decode(Action.self, from: try #require(Self.blocks().first))
    #expect(action.runs.using == "composite")
    let scripts = action.runs.steps.filter { $0.run != nil }
    #expect(scripts.count == 2)
    for step in scripts {
      #expect(step.run?.contains("${{") == false, "an input is text of the script")
      for value in (step.env ?? [:]).values {
        #expect(action.inputs.keys.contains { value == "${{ inputs.\($0) }}" }, "\(value)")
      }
    }
    func run(_ place: Int, over transcript: String) throws -> (ToolRun, ScratchFolder) {
      let variables = (scripts[place].env ?? [:]).mapValues { value in
        action.inputs.first { "${{ inputs.\($0.key) }}" == value }?.value.default ?? ""
      }
      return try self.run(scripts[place].run ?? "", variables, over: transcript)
    }
    let (held, folder) = try run(0, over: Self.good)
    #expect(held.code == 0, "\(held.errors)")
    #expect(try folder.text("summary").hasPrefix("### <code>replay</code>: passed\n"))
    #expect(try folder.text(".build/transcripts/junit.xml").contains("<testsuites"))
    let (failed, red) = try run(0, over: Self.red)
    #expect(failed.code == 1)
    #expect(failed.output.contains("::error file=Transcripts/a.transcript,line=3"))
    #expect(try red.text("summary").hasPrefix("### <code>replay</code>: failed\n"))
    #expect(try red.text(".build/transcripts/junit.xml").contains("<failure"))
    #expect(try run(1, over: Self.good).0.code == 0)
    #expect(try run(1, over: Self.unformed).0.code == 1)
    #expect(try run(1, over: Self.loose).0.code == 1)
  }

  @Test("the template's script checks all three, whichever fails")
  func template() throws {
    let block = try #require(Self.blocks().first { String(decoding: $0, as: UTF8.self).hasPrefix(#"{".transcripts""#) })
    let job = try JSONDecoder().decode(Template.self, from: block).job
    let script = job.script.joined(separator: "\n")
    for (transcript, code) in [(Self.good, 0), (Self.red, 1), (Self.unformed, 1), (Self.loose, 1)] {
      let (run, folder) = try run(script, job.variables, over: transcript)
      #expect(run.code == Int32(code), "\(run.output)\(run.errors)")
      #expect(try folder.text(".build/transcripts/junit.xml").contains("<testsuites"))
    }
  }

  @Test("every block of the page is YAML")
  func yaml() throws {
    #expect(try Self.blocks().count == 5)
  }
}
