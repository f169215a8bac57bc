import Foundation
import PtySupport
import Testing

/// The reports of `signalbox replay`, each read by a program that others keep.
@Suite("Reports")
struct ReportTests {
  /// A case for each verdict, with titles and values that act where they are not neutralised, and a file that is none.
  private static let transcript = """
    %transcript 1
    %machine login@fixed
    %case holds
    | login idle
    %case a # TODO ]]> <b> & | `x` $y$ @z ::error::x
    | login idle
    > set name "a"
    | name "" -> "b ]]> % , : \\\\ \\u{1B}##[error]"
    > set password $right
    | password <secret> changed
    > advance 1s
    | push nowhere
    %case left # out
    %skip later # not
    | login idle
    %case fails # as said
    %xfail #9 | x
    | nonsense
    %case passes
    %xfail #8
    | login idle
    %case mistaken
    | login idle
    > tap nowhere
    | x
    %case leaves
    | login idle
    > set name "aaaaaa"
    | name "" -> "aaaaaa"
    > set password $right
    | password <secret> changed
    | loginEnabled false -> true
    > tap login
    | login idle -> validating -> executing
    | request authenticate {name: "aaaaaa", password: <secret>}

    """

  private static let summary = """
    7 cases in 1 file: 2 passed, 1 failed, 1 failed as expected, 1 passed unexpectedly, 1 in error, 1 skipped, \
    1 file unreadable; leftovers in 1 case
    """

  private func replayed(_ arguments: String...) throws -> (run: ToolRun, folder: ScratchFolder) {
    let folder = try ScratchFolder()
    try folder.write(Self.transcript, to: "a b.transcript")
    try folder.write("nonsense\n", to: "bad.transcript")
    return (try ToolRun(["replay", "."] + arguments, in: folder), folder)
  }

  /// What a program says of a report, by a script that gets the file's name.
  private func answer(of program: String, _ script: String, to report: String) throws -> [Substring] {
    let folder = try ScratchFolder()
    try folder.write(report, to: "report")
    try folder.write(script, to: "script")
    let run = try ToolRun.callersShell("\(program) script report", in: folder)
    try #require(run.code == 0, "\(run.errors)\(run.output)")
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// The package `python3-junitparser` is Debian's; `Scripts/setup --tests` installs it there.
  private static let reason: Comment = "only Debian has a parser of JUnit as a package"

  // MARK: For people

  @Test("the usual report goes to standard output, and so does the one that is named like it")
  func pretty() throws {
    let (usual, folder) = try replayed()
    #expect(usual.code == 2 && usual.output.hasSuffix("\n\(Self.summary)\n"))
    #expect(try ToolRun(["replay", ".", "--report", "pretty"], in: folder).output == usual.output)
    let files = try ToolRun(["replay", ".", "--report", "pretty=p.txt", "--report", "json=j.json"], in: folder)
    #expect(files.output == usual.output && files.code == 2)
    #expect(try folder.text("p.txt") == usual.output)
    #expect(try folder.text("j.json").hasSuffix("\"skipped\":1,\"mutedLines\":0}\n"))
  }

  @Test("a comment has a table of what does not hold, neutralised, and what came instead to unfold")
  func markdown() throws {
    let (run, folder) = try replayed("--report", "markdown")
    #expect(run.output.hasPrefix("### <code>replay</code>: failed\n\n| place | what |\n|---|---|\n| <code>./bad.trans"))
    let title = "a &#35; TODO &#93;&#93;&gt; &lt;b&gt; &amp; &#124; &#96;x&#96; &#36;y&#36; &#64;z ::error::x"
    #expect(run.output.contains("\n| <code>./a b.transcript:7</code> | <code>failed: \(title)</code> |\n"))
    #expect(
      run.output.contains("<details><summary>What came instead</summary>\n\n<pre>\n./a b.transcript:7: failed: a"))
    #expect(run.output.hasSuffix("\n</pre>\n</details>\n\n\(Self.summary)\n"))
    try folder.write("%transcript 1\n%machine login@fixed\n%case a\n| login idle\n", to: "good.transcript")
    let good = try ToolRun(["replay", "good.transcript", "--report", "markdown"], in: folder)
    #expect(good.output == "### <code>replay</code>: passed\n\n1 case in 1 file: 1 passed\n")
  }

  // MARK: GitHub

  /// Reads a workflow command as GitHub's documentation tells it to be escaped.
  private func command(_ line: Substring) throws -> (properties: [String: String], message: String) {
    let parts = line.dropFirst("::error ".count).split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let pairs = parts[0].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    let properties = try pairs.map { (String($0[0]), try #require(String($0[1]).removingPercentEncoding)) }
    return (Dictionary(uniqueKeysWithValues: properties), try #require(String(parts[1]).removingPercentEncoding))
  }

  @Test("an annotation for each place, and no text can begin another")
  func github() throws {
    let (run, _) = try replayed("--report", "github")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 9 && lines.last == Substring(Self.summary))
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=") })
    #expect(InertBytes.faults(in: run.output).allSatisfy { $0.contains("'::' at the start in '\"::error file=") })
    let places = try lines.dropLast().map { try command($0).properties }
    #expect(places.map { $0["line"] } == ["1", "1", "1", "1", "7", "11", "19", "24"])
    #expect(places[4]["file"] == "a b.transcript" && places[7]["col"] == "7")
    #expect(places[4]["title"] == "failed: a # TODO ]]> <b> & | `x` $y$ @z ::error::x")
    let message = try command(lines[4]).message
    #expect(
      message.hasPrefix("failed: a # TODO") && message.contains("\n  - | name \"\" -> \"b ]]> % , : \\\\ \\u{1B}"))
  }

  @Test("there are ten annotations at most, the last of which says how many more there are", arguments: [10, 11, 30])
  func many(_ count: Int) throws {
    let folder = try ScratchFolder()
    let cases = (0..<count).map { "%case \($0)\n| nonsense \($0)\n" }.joined()
    try folder.write("%transcript 1\n%machine login@fixed\n" + cases, to: "a.transcript")
    let lines = try ToolRun(["replay", "a.transcript", "--report", "github"], in: folder).output.split(separator: "\n")
    #expect(lines.count == 11 && lines[8].hasPrefix("::error file=a.transcript,line=19,"))
    #expect(lines[9] == "::error::and \(count - 9) more" || count == 10)
  }

  // MARK: For programs

  @Test("events are JSON that the published schema allows, and another program reads each line")
  func json() throws {
    let schema = try JSONSchema("replay.schema.json")
    let (run, _) = try replayed("--report", "json")
    let lines = run.output.split(separator: "\n")
    for line in lines { #expect(try schema.faults(in: line) == [], "\(line)") }
    #expect(InertBytes.faults(in: run.output).isEmpty && run.errors.hasSuffix("\n\(Self.summary)\n"))
    let kinds = lines.map { $0.split(separator: "\"")[1] }
    #expect(
      kinds.joined(separator: " ") == "file case case failure failure case case case failure case failure case file "
        + "problem problem problem problem summary")
    #expect(
      lines.contains(
        #"{"case":"leaves","v":1,"line":26,"verdict":"passed","reason":null,"commands":3,"turns":4,"milliseconds":0,"#
          + #""mutedLines":0,"leftovers":["request authenticate"]}"#))
    #expect(
      lines.contains {
        $0.contains(#""line":5,"verdict":"failed","reason":null,"commands":3,"turns":4,"milliseconds":1000"#)
      })
    let script = "import json, sys\nfor line in open(sys.argv[1], encoding='utf-8'): print(list(json.loads(line))[0])\n"
    #expect(try answer(of: "python3", script, to: run.output) == kinds)
    let event = String(lines[1])
    for (old, new) in [
      ("passed", "done"), ("\"v\":1,", ""), ("\"line\":3", "\"line\":0"), ("\"turns\":1", "\"turns\":null"),
      ("[]", "[1]"), ("[]", "[],\"more\":1"), ("\"v\":1,\"line\":3", "\"line\":3,\"v\":1"),
    ] {
      #expect(try !schema.faults(in: event.replacing(old, with: new)).isEmpty, "\(new)")
    }
  }

  @Test("a JUnit parser finds the suites, their counts and every answer", .enabled(if: ToolRun.isDebian, reason))
  func junit() throws {
    let (run, _) = try replayed("--report", "junit")
    #expect(InertBytes.faults(in: run.output).isEmpty)
    let script = """
      import sys
      from junitparser import JUnitXml
      for suite in JUnitXml.fromfile(sys.argv[1]):
          counts = (suite.tests, suite.failures, suite.errors, suite.skipped, suite.time)
          suite.update_statistics()
          print(suite.name, counts == (suite.tests, suite.failures, suite.errors, suite.skipped, suite.time), *counts)
          for case in suite:
              print(case.classname, case.time, case.name, [(type(r).__name__, r.message) for r in case.result])
              for r in case.result:
                  if r.text: print(r.text.split('\\n')[-1])

      """
    #expect(
      try answer(of: "/usr/bin/python3", script, to: run.output) == [
        "./a b.transcript True 7 2 1 2 1.0", "./a b.transcript 0.0 holds []",
        "./a b.transcript 1.0 a # TODO ]]> <b> & | `x` $y$ @z ::error::x "
          + "[('Failure', 'failed: a # TODO ]]> <b> & | `x` $y$ @z ::error::x')]",
        "  open:   signalbox repl './a b.transcript:11'",
        "./a b.transcript 0.0 left # out [('Skipped', 'later # not')]",
        "./a b.transcript 0.0 fails # as said [('Skipped', 'failed as expected: #9 | x')]",
        "./a b.transcript 0.0 passes [('Failure', 'passed unexpectedly: passes')]",
        "  '%xfail #8' expects a failure; remove that line",
        #"./a b.transcript 0.0 mistaken [('Error', "error: unknown control '...'; 'screen' shows the controls")]"#,
        "  in the case: mistaken", "./a b.transcript 0.0 leaves []", "./bad.transcript True 1 0 1 0 0.0",
        "./bad.transcript 0.0 ./bad.transcript [('Error', \"'nonsense' is not a transcript line; expected '> ' "
          + "before a command, '| ' before output, '# ' before a comment, or a directive such as '%case'\")]",
        "error[E2234]: ./bad.transcript:1:1: the file has no case; add '%case TITLE' and a command with its output",
      ])
  }

  /// Texts of each class, and what is a format's own.
  private static let hostileTexts: [String] =
    InertBytes.payloads.prefix(30).filter { !$0.contains("\r") } + [
      "]]>", "# TODO", "#\u{301} SKIP", "&#0;", "%0A::error::x",
    ]

  @Test("whatever a title holds, every report of it is inert and can be parsed", arguments: hostileTexts)
  func hostile(_ payload: String) throws {
    let folder = try ScratchFolder()
    let text =
      "%transcript 1\n%machine login@fixed\n%case \(payload) 1\n| \(payload)\n%case \(payload) 2\n%skip \(payload)\n| x\n"
    try folder.write(text, to: "a.transcript")
    let formats = ["pretty", "junit", "json", "markdown", "github"]
    let reports = formats.flatMap { ["--report", "\($0)=\($0).report"] }
    let run = try ToolRun(["replay", "a.transcript"] + reports, in: folder)
    // A character that no transcript may hold is told as a mistake of the file.
    let isRead = run.output.hasSuffix("\n2 cases in 1 file: 1 failed, 1 skipped\n")
    #expect(isRead ? run.code == 1 : run.errors.contains("error[E2205]"), "\(run.errors)")
    for format in formats where format != "github" {
      let faults = InertBytes.faults(in: try folder.text("\(format).report"))
      #expect(faults.isEmpty, "\(format): \(faults.prefix(3))")
    }
    #expect(
      InertBytes.faults(in: try folder.text("github.report")).allSatisfy { $0.contains("in '\"::error file=a.tr") })
    let script = "import sys, xml.dom.minidom\nprint(xml.dom.minidom.parse(sys.argv[1]).documentElement.tagName)\n"
    #expect(try answer(of: "python3", script, to: try folder.text("junit.report")) == ["testsuites"])
  }

  // MARK: Files

  @Test("a report takes the place of an old one, and never that of a transcript")
  func files() throws {
    let (run, folder) = try replayed("--report", "json=a b.transcript")
    #expect(
      run.code == 2 && run.errors.contains("error[E1116]: a b.transcript: a report would overwrite this transcript"))
    #expect(try folder.text("a b.transcript") == Self.transcript)
    try folder.write("old\n", to: "r.md")
    try folder.write("%transcript 1\n%machine login@fixed\n%case a\n| login idle\n", to: "good.transcript")
    let good = try ToolRun(["replay", "good.transcript", "--report", "markdown=r.md"], in: folder)
    #expect(good.code == 0 && good.output == "1 case in 1 file: 1 passed\n")
    #expect(try folder.text("r.md") == "### <code>replay</code>: passed\n\n1 case in 1 file: 1 passed\n")
    let missing = try ToolRun(["replay", "good.transcript", "--report", "markdown=none/r.md"], in: folder)
    #expect(missing.code == 4 && missing.errors.contains("none"), "\(missing.code) \(missing.errors)")
    #expect(missing.output == "1 case in 1 file: 1 passed\n")
  }

  @Test("nothing selected is a failure in every report")
  func empty() throws {
    let folder = try ScratchFolder()
    try folder.write("%transcript 1\n%machine login@fixed\n%case a\n| login idle\n", to: "a.transcript")
    let run = try ToolRun(
      ["replay", ".", "--case", "b", "--report", "markdown=r.md", "--report", "junit=r.xml"], in: folder)
    #expect(run.code == 2 && run.errors.contains("error[E1103]: "))
    #expect(try folder.text("r.md").hasPrefix("### <code>replay</code>: failed\n"))
    #expect(try folder.text("r.xml").contains("errors=\"1\""))
  }

  @Test(
    "what would mix two reports is refused",
    arguments: [
      (["--report", "html"], "'--report' has no format 'html'; there are pretty, junit, json, markdown, github"),
      (["--report", "json="], "'--report json=' has no file name"),
      (["--report", "pretty", "--report", "junit"], "'--report junit' must be the only report on standard output"),
      (["--report", "json=x", "--report", "junit=x"], "two reports have the file 'x'"),
      (["--report", "json", "--update"], "'--report' is for a check; remove '--update'"),
    ])
  func refused(_ arguments: [String], _ sentence: String) throws {
    let (run, folder) = try replayed()
    _ = run
    let refused = try ToolRun(["replay", "."] + arguments, in: folder)
    #expect(refused.code == 2 && refused.errors.contains(sentence), "\(refused.errors)")
  }
}
