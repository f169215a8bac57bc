import Console
import Foundation
import PtySupport
import Testing
import Transcripts

/// What colours transcripts in editors gives each line of the repository's transcripts the class that it has.
@Suite("The grammars of Editors", .enabled(if: ToolRun.isDebian, "Python and Vim are installed on Debian only"))
struct EditorTests {
  private static let editors = "\(ReadmeTests.root)/Editors"

  /// Lines of every class, in every spelling; the others are those of the repository.
  private static let odd = [
    ("", ""), ("%end 2", "directive"), ("#", "comment"), ("#no blank", "comment"), (">", "command"),
    (">  tap a", "command"),
    (">|", "continuation"), (">| once", "continuation"), ("|", "next"), ("|?", "optional"), ("|& a", "any-order"),
    ("|/ a", "one-of"), ("|*", "any-number"), ("|! a", "never"), ("<<<<<<< ours", "conflict"), ("=======", "conflict"),
    (">>>>>>> theirs", "conflict"), ("||||||| base", "conflict"), ("tap login", "line"), (" | a", "line"),
    (">tap", "line"),
    ("|a", "line"), ("|?a", "line"), ("<<", "line"),
  ]

  /// Every line with its class.
  private static func lines() throws -> [(text: String, kind: String)] {
    let folder = "\(ReadmeTests.root)/Transcripts"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".transcript") }
    return try odd
      + files.sorted().flatMap { file in
        let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        return try Transcript.parse(text, language: .console).lines.map { ($0.text, word($0.kind)) }
      }
  }

  private static func word(_ kind: TranscriptLine.Kind) -> String {
    switch kind {
    case .directive: "directive"
    case .comment: "comment"
    case .command: "command"
    case .continuation: "continuation"
    case .output(.next): "next"
    case .output(.optional): "optional"
    case .output(.anyOrder): "any-order"
    case .output(.oneOf): "one-of"
    case .output(.anyNumber): "any-number"
    case .output(.never): "never"
    case .separator: ""
    }
  }

  @Test("the TextMate grammar gives each line its class and no other, and its parts are there")
  func textMate() throws {
    let folder = try ScratchFolder()
    let lines = try Self.lines()
    try folder.write(lines.map { $0.text + "\n" }.joined(), to: "lines")
    let script = """
      import json, re, sys
      grammar = json.load(open(sys.argv[1], encoding="utf-8"))
      parts = grammar["repository"]
      assert grammar["scopeName"] == "source.transcript" and grammar["fileTypes"] == ["transcript"]
      def check(rule):
          if "match" in rule: re.compile(rule["match"])
          if "include" in rule: assert rule["include"][1:] in parts, rule
          for capture in rule.get("captures", {}).values():
              for inner in capture.get("patterns", []): check(inner)
          for inner in rule.get("patterns", []): check(inner)
      for rule in [grammar, *parts.values()]: check(rule)
      classes = [(re.compile(rule["match"]), rule["name"]) for rule in parts["line"]["patterns"]]
      for line in open(sys.argv[2], encoding="utf-8", newline="\\n").read().split("\\n")[:-1]:
          names = [name for pattern, name in classes if (found := pattern.match(line)) and found.end() == len(line)]
          valid = [name for name in names if not name.startswith("invalid.illegal.line")]
          assert len(valid) <= 1 and names == valid + names[len(valid):], (line, names)
          print((valid or names or [""])[0])
      def scopes(line, part):
          return [found.group() for found in re.finditer(parts[part]["match"], line)]
      sample = r'| +100ms a.b 12 -> "x \\" 3" -1.5e+2 $c.d <any as n> <"x"> nil items[3] home\\'2 +5ms'
      print(scopes(sample, "text"), scopes(sample, "matcher"), scopes(sample, "name"), scopes(sample, "constant"))
      print(scopes(sample, "time"), scopes(sample, "arrow"), [n for n in scopes(sample, "number")])
      """
    try folder.write(script, to: "script.py")
    let grammar = "\(Self.editors)/TextMate/transcript.tmLanguage.json"
    let run = try ToolRun.callersShell("python3 script.py '\(grammar)' lines", in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let found = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    #expect(found.count == lines.count + 2)
    for (line, scope) in zip(lines, found) where scope != Self.scope(of: line.kind) {
      Issue.record("\(line.text): \(scope)")
    }
    #expect(
      found.suffix(2)
        == [
          #"['"x \\" 3"', '"x"'] ['<any as n>'] ['$c.d'] ['nil']"#,
          "['+100ms'] ['->'] ['12', '3', '-1.5e+2', '3']",
        ].map { $0.replacing("\\\\", with: "\\\\") })
  }

  private static func scope(of kind: String) -> String {
    switch kind {
    case "": ""
    case "comment": "comment.line.number-sign.transcript"
    case "conflict", "line": "invalid.illegal.\(kind).transcript"
    case "directive", "command", "continuation": "meta.\(kind).transcript"
    default: "meta.output.\(kind).transcript"
    }
  }

  @Test("Vim gives each line its class, and marks what is in it")
  func vim() throws {
    let folder = try ScratchFolder()
    let lines = try Self.lines()
    let sample = #"| +100ms a 12 -> "x \n" $c.d <any as n> nil"#
    try folder.write((lines.map(\.text) + ["> set name \"a\"", sample]).map { $0 + "\n" }.joined(), to: "a.transcript")
    let script = """
      set runtimepath^=\(Self.editors)/Vim
      filetype on
      syntax on
      edit a.transcript
      if &filetype !=# 'transcript' | cquit | endif
      let found = []
      for number in range(1, line('$'))
        let stack = synstack(number, 1)
        call add(found, empty(stack) ? '' : synIDattr(stack[0], 'name'))
      endfor
      let inner = []
      for place in [3, 12]
        call add(inner, synIDattr(synID(line('$') - 1, place, 1), 'name'))
      endfor
      for place in [1, 3, 12, 15, 18, 21, 25, 30, 41]
        call add(inner, synIDattr(synID(line('$'), place, 1), 'name'))
      endfor
      call writefile(found + [join(inner)], 'found')
      quitall!
      """
    try folder.write(script, to: "script.vim")
    let run = try ToolRun.callersShell("vim -es -N -u NONE -i NONE -S script.vim </dev/null", in: folder)
    try #require(run.code == 0, "\(run.errors)\(run.output)")
    let found = try folder.text("found").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    #expect(found.count == lines.count + 3)
    for (line, group) in zip(lines, found) where group != Self.group(of: line.kind) {
      Issue.record("\(line.text): \(group)")
    }
    let names = [
      "Verb", "Text", "Mark", "Time", "Number", "Arrow", "Text", "Escape", "Name", "Matcher", "Constant",
    ]
    #expect(found.last == names.map { "transcript\($0)" }.joined(separator: " "))
  }

  private static func group(of kind: String) -> String {
    switch kind {
    case "": ""
    case "directive", "comment", "command", "continuation", "conflict": "transcript\(kind.capitalized)"
    case "line": "transcriptError"
    default: "transcriptOutput"
    }
  }
}
