import Console
import Testing

@testable import Transcripts

struct TranscriptProblemTests {
  private static let head = "%transcript 1\n%machine login@fixed\n%case t\n"

  /// What is wrong with a text, one line each.
  private static func problems(_ text: String, language: CommandLanguage? = nil) -> [String] {
    do throws(TranscriptProblems) {
      _ = try Transcript.parse(text, language: language)
      return []
    } catch {
      return ProblemText.lines(of: error, path: "f")
    }
  }

  static let files: [(text: String, problems: [String])] = [
    ("", ["f:1:1: error: the file is empty; begin it with '%transcript 1'"]),
    ("\u{FEFF}%transcript 1\n", ["f:1:1: error: the file begins with a byte order mark; save it as UTF-8 without one"]),
    (
      "%transcript 1\r\n%machine login@fixed\r\n%case t\r\n| a\r\n",
      [
        "f:1:14: error: the line ends with a carriage return; transcripts end lines with a line feed only, so convert the file"
      ]
    ),
    (head + "| a", ["f:4:4: error: the last line has no line feed; add one"]),
    (head + "| 用\u{1B}[31m\n", [#"f:4:4: error: control character U+001B; write it as '\u{1B}' inside quotes"#]),
    (head + "| a\tb\n", [#"f:4:4: error: control character U+0009; write it as '\u{9}' inside quotes"#]),
    (head + "| a\0\n", [#"f:4:4: error: control character U+0000; write it as '\u{0}' inside quotes"#]),
    (head + "| a\u{85}\n", [#"f:4:4: error: control character U+0085; write it as '\u{85}' inside quotes"#]),
    (
      head + "<<<<<<< HEAD\n| a\n=======\n| b\n>>>>>>> other\n",
      [
        "f:4:1: error: conflict marker '<<<<<<<'; resolve the merge and remove it",
        "f:6:1: error: conflict marker '======='; resolve the merge and remove it",
        "f:8:1: error: conflict marker '>>>>>>>'; resolve the merge and remove it",
      ]
    ),
    (head + "||||||| base\n| a\n", ["f:4:1: error: conflict marker '|||||||'; resolve the merge and remove it"]),
    (
      head + " | a\n| b\n",
      ["f:4:1: error: a blank before '|'; remove it, because the first column decides the class of a line"]
    ),
    (head + ">tap\n| b\n", ["f:4:1: error: no blank after '>'; write '> '"]),
    (head + "|?b\n| b\n", ["f:4:1: error: no blank after '|?'; write '|? '"]),
    (
      head + "tap login\n| b\n",
      [
        "f:4:1: error: 'tap' is not a transcript line; expected '> ' before a command, '| ' before output, '# ' before a comment, or a directive such as '%case'"
      ]
    ),
    (head + "|/a\n|! b\n| c\n", ["f:4:1: error: no blank after '|/'; write '|/ '"]),
  ]

  static let directives: [(text: String, problems: [String])] = [
    (
      head + "| a\n%end 2\n",
      ["f:5:6: error: '%end' gives 2, but the file has 1 case; restore what is missing, or write '%end 1'"]
    ),
    (
      head + "| a\n%case u\n| a\n%end 1\n",
      ["f:7:6: error: '%end' gives 1, but the file has 2 cases; restore what is missing, or write '%end 2'"]
    ),
    (
      head + "| a\n%end 1\n\n> tap b\n",
      ["f:6:1: error: there is text after the '%end' of line 5; move it above, or remove it"]
    ),
    (
      head + "| a\n%end 1\n%end 1\n",
      ["f:6:1: error: there is text after the '%end' of line 5; move it above, or remove it"]
    ),
    (
      head + "| a\n%end all\n",
      ["f:5:6: error: 'all' is not a number of cases; write how many there are, or remove the line"]
    ),
    (head + "| a\n%end\n", ["f:5:5: error: '%end' needs the number of the cases; write it after a blank"]),
    (
      head.replacing("1", with: "1 recorded") + "| a\n",
      [
        "f:4:1: error: the recording did not end, so its end may be missing; continue it with 'record --resume', "
          + "or write '%end 1' as its last line"
      ]
    ),
    (head + "| a\n# as it is\n%end 1\n", []), (head.replacing("1", with: "1 recorded") + "| a\n%end 1\n", []),
    (
      "%transcript 2\n%machine a@b\n%case t\n| a\n",
      ["f:1:13: error: version '2' is not known; this tool reads '%transcript 1'"]
    ),
    ("%machine a@b\n%case t\n| a\n", ["f:1:1: error: the first line is not '%transcript 1'; put it at the top"]),
    (
      "# nothing\n",
      [
        "f:1:1: error: the first line is not '%transcript 1'; put it at the top",
        "f:1:1: error: no machine is named; add '%machine NAME@VARIANT' below '%transcript 1'",
        "f:1:1: error: the file has no case; add '%case TITLE' and a command with its output",
      ]
    ),
    (
      "%transcript 1\n%case t\n| a\n",
      ["f:1:1: error: no machine is named; add '%machine NAME@VARIANT' below '%transcript 1'"]
    ),
    (
      "%transcript 1\n%machine a@b\n",
      ["f:2:1: error: the file has no case; add '%case TITLE' and a command with its output"]
    ),
    (head + "%csae u\n| a\n", ["f:4:1: error: unknown directive '%csae'; did you mean '%case'?"]),
    (head + "%quux\n| a\n", ["f:4:1: error: unknown directive '%quux'; expected one such as '%case'"]),
    (head + "%expand\n| a\n", ["f:4:8: error: '%expand' needs a path; write it after a blank"]),
    (head + "| a\n%loop twice\n> b\n", ["f:5:7: error: '%loop' accepts no argument; remove 'twice'"]),
    (
      head + "| a\n%loop\n| b\n",
      [
        "f:5:1: error: no command is below '%loop' in its case; add the commands to repeat, or remove the line"
      ]
    ),
    (
      head + "| a\n%loop\n> b\n%loop\n> c\n",
      ["f:7:1: error: '%loop' was given in line 5 already; keep one of them"]
    ),
    (
      head + "%loop\n%skip x\n> b\n| c\n",
      ["f:5:1: error: '%skip' is below the first output or command of its case; move it directly below '%case'"]
    ),
    (
      "%transcript 1\n%machine a@b\n%loop\n%case t\n| a\n",
      ["f:3:1: error: '%loop' belongs to a case; move it below its '%case'"]
    ),
    (
      head + "| a\n%mute a\n",
      ["f:5:1: error: '%mute' is below the first output or command of its case; move it directly below '%case'"]
    ),
    (head + "| a\n%seed 3\n", ["f:5:1: error: '%seed' belongs above the first '%case'; move it there"]),
    (
      "%transcript 1\n%machine a@b\n%tag x\n%case t\n| a\n",
      ["f:3:1: error: '%tag' belongs to a case; move it below its '%case'"]
    ),
    (
      head + "| a\n%skip x\n",
      ["f:5:1: error: '%skip' is below the first output or command of its case; move it directly below '%case'"]
    ),
    (head + "%skip\n| a\n", ["f:4:6: error: '%skip' needs a reason; write it after a blank"]),
    (head + "%skip a\n%skip b\n| a\n", ["f:5:1: error: '%skip' was given in line 3 already; keep one of them"]),
    (
      "%transcript 1\n%machine a@b\n%machine a@b\n%case t\n| a\n",
      ["f:3:1: error: '%machine' was given in line 2 already; keep one of them"]
    ),
    ("%transcript 1\n%machine a\n%case t\n| a\n", ["f:2:10: error: 'a' does not name a variant; write 'a@VARIANT'"]),
    (
      "%transcript 1\n%machine a@\n%case t\n| a\n",
      ["f:2:10: error: 'a@' is not a machine; expected 'NAME@VARIANT' and at most a hash"]
    ),
    (
      "%transcript 1\n%machine a@b  4F1C\n%case t\n| a\n",
      ["f:2:15: error: '4F1C' is not a hash; expected 12 hexadecimal digits, or nothing"]
    ),
    (
      "%transcript 1\n%machine a@b\n%seed -1\n%case t\n| a\n",
      ["f:3:7: error: '-1' is not a seed; expected a whole number from 0 to 18446744073709551615"]
    ),
    (
      "%transcript 1\n%machine a@b\n%use ../x\n%use /etc/x\n%use a\\b\n%case t\n| a\n",
      [
        "f:3:6: error: '../x' is not a path below this file's folder; write a relative path without '..'",
        "f:4:6: error: '/etc/x' is not a path below this file's folder; write a relative path without '..'",
        #"f:5:6: error: 'a\b' is not a path below this file's folder; write a relative path without '..'"#,
      ]
    ),
    (head + "%let a\n| a\n", ["f:4:6: error: '%let' needs a name, '=' and a value; write '%let NAME = VALUE'"]),
    (head + "%let 1a = 2\n| a\n", ["f:4:6: error: '1a' is not a name; use letters, digits and '_', a letter first"]),
    (
      head + "%let a = x\n| $a\n",
      ["f:4:10: error: the value cannot be read: '...' is not a value; write text in double quotes"]
    ),
    (head + "%let a = 1\n%let a = 2\n| $a\n", ["f:5:6: error: '$a' was named in line 4 already; choose another name"]),
    (head + "%let a = 1\n> set x \"$a\"\n| a\n", ["f:4:1: error: '$a' is never used; use it or remove the line"]),
    (
      head + "| a\n%case t\n| b\n",
      ["f:5:1: error: the title 't' belongs to the case in line 3 already; titles are unique in a file"]
    ),
  ]

  static let cases: [(text: String, problems: [String])] = [
    (
      "%transcript 1\n%machine a@b\n> tap\n| a\n%case t\n| b\n",
      [
        "f:3:1: error: a command outside a case; put '%case TITLE' above it",
        "f:4:1: error: an output line outside a case; put '%case TITLE' above it",
      ]
    ),
    (head + "| a\n>| b\n", ["f:5:1: error: '>| ' does not follow a command; move it directly below one"]),
    (head + "> \n| a\n", ["f:4:1: error: no command after '>'; write one or remove the line"]),
    (
      head + "> tap login\n",
      [
        "f:3:1: error: the case 't' has no expected output; add at least one output line ('replay --update' writes them)"
      ]
    ),
    (
      head + "| a <string as x>\n| b <string as x>\n",
      ["f:5:5: error: 'x' was bound in line 4 already; choose another name, or write '<=x>' for the same value"]
    ),
    (head + "| a <string as sid>\n> b\n| a <=sdi>\n", ["f:6:5: error: nothing binds 'sdi'; did you mean '<=sid>'?"]),
    (head + "|? a <=quite>\n| b\n", ["f:4:6: error: nothing binds 'quite'; bind it above with '<any as quite>'"]),
    (
      head + "|* a <any as x>\n",
      ["f:4:6: error: '|*' cannot bind 'x', because it does not match exactly one line; bind it in a '| ' line"]
    ),
    (
      head + "|! a <any as x>\n|*\n",
      ["f:4:6: error: '|!' cannot bind 'x', because it does not match exactly one line; bind it in a '| ' line"]
    ),
    (head + "| a {b: <anny>}\n", ["f:4:5: error: unknown matcher '<anny>'; did you mean '<any>'?"]),
    (
      head + "| a <quux>\n",
      [
        #"f:4:5: error: unknown matcher '<quux>'; expected one of <any> <int> <number> <string> <bool> <uuid> <date> <secret> <glob "…"> <approx NUMBER TOLERANCE> <=NAME>"#
      ]
    ),
    (
      head + "| a <approx 1.5>\n",
      ["f:4:5: error: '<approx …>' needs a number and a tolerance; write one such as '<approx 1.5 0.01>'"]
    ),
    (
      head + "| a <=>\n",
      ["f:4:5: error: a matcher begins with its type; write one such as '<any>', or quote the text"]
    ),
    (
      head + "| a <glob x>\n",
      [#"f:4:5: error: '<glob …>' needs a text in quotes and nothing else; write one such as '<glob "a*">'"#]
    ),
    (
      head + "| a <int is x>\n",
      ["f:4:5: error: '<int …>' takes 'as NAME' or nothing; write '<int>' or '<int as NAME>'"]
    ),
    (
      head + "| a <secret as x>\n",
      ["f:4:5: error: '<secret as x>' would bind a value that is never printed; write '<secret>'"]
    ),
  ]

  static let openValues: [(line: String, problem: String?)] = [
    (
      #"| name "" -> "bbb"#,
      "4:14: error: the value cannot be read: this text does not end; close it with a double quote"
    ),
    (#"|? a {b: 1"#, "4:11: error: the value cannot be read: expected ',' or '}', found the end"),
    (#"|& a [1, 2"#, "4:11: error: the value cannot be read: expected ',' or ']', found the end"),
    (
      "|* a <any",
      "4:6: error: the value cannot be read: this marker does not end; close it with '>', or write '<' inside a quoted text"
    ),
    (#"| "a"#, "4:3: error: the value cannot be read: this text does not end; close it with a double quote"),
    (#"| a {b: c}"#, "4:9: error: the value cannot be read: 'c' is not a value; write text in double quotes"),
    (#"| a "b"c"#, "4:8: error: the value cannot be read: expected a blank or the end, found 'c'"),
    (
      "| a <any-thing>",
      "4:9: error: the value cannot be read: '-thing' is not a number; begin it with a digit"
    ),
    (#"| refused a: it is "open <b"#, nil),
    ("| push [web]", nil),
    ("| [ ok ]", nil),
  ]

  @Test("a quote, brace or '<' that stays open is an error at its place", arguments: openValues.indices)
  func openValue(_ index: Int) {
    let (line, problem) = Self.openValues[index]
    #expect(Self.problems(Self.head + line + "\n") == (problem.map { ["f:" + $0] } ?? []))
  }

  @Test("what a look shows is free text")
  func looks() {
    let body = "| a\n> screen\n| name [aaa\n| \"x\n> service\n| a {\n"
    #expect(Self.problems(Self.head + body, language: .console) == [])
    #expect(Self.problems(Self.head + "> service a never\n| x {\n", language: .console).count == 1)
  }

  @Test("a line that may hold a secret is not shown")
  func secrets() {
    let lines = [
      "set password \"hunter2\"", "> sett password hunter2", ">| hunter2 x", " > set password hunter2",
      "%let a = hunter2", "%let a = 5hunter2", ">set password hunter2",
    ]
    for line in lines {
      let text = Self.head + "| a\n" + line + "\n"
      let error = #expect(throws: TranscriptProblems.self) { try Transcript.parse(text, language: .console) }
      let lines = ProblemText.lines(
        of: error ?? TranscriptProblems(problems: []), path: "f", source: text, language: .console)
      #expect(!lines.isEmpty && !lines.joined().contains("hunter2"), "\(line): \(lines)")
    }
  }

  @Test("what is wrong with a file or a line is said with its place", arguments: files.indices)
  func file(_ index: Int) {
    #expect(Self.problems(Self.files[index].text) == Self.files[index].problems)
  }

  @Test("what is wrong with a directive is said with its place", arguments: directives.indices)
  func directive(_ index: Int) {
    #expect(Self.problems(Self.directives[index].text) == Self.directives[index].problems)
  }

  @Test("what is wrong with a case is said with its place", arguments: cases.indices)
  func aCase(_ index: Int) {
    #expect(Self.problems(Self.cases[index].text) == Self.cases[index].problems)
  }

  @Test("only full verbs of the given list are accepted")
  func verbs() {
    let text = Self.head + "> tap a\n> pas x\n> tpa b\n> s\n> zzz\n| a\n"
    #expect(
      Self.problems(text, language: CommandLanguage(["tap", "paste", "set", "send"].map { CommandLanguage.Verb($0) }))
        == [
          "f:5:3: error: 'pas' is short for 'paste'; files hold full verbs only, so write it out",
          "f:6:3: error: unknown verb 'tpa'; did you mean 'tap'?",
          "f:7:3: error: 's' is short for 'set' or 'send'; files hold full verbs only, so write it out",
          "f:8:3: error: unknown verb 'zzz'; 'help' lists the verbs",
        ])
    #expect(Self.problems(text) == [])
  }

  @Test("files and lines beyond their limits are refused at the limit and not below")
  func limits() throws {
    var limits = TranscriptLimits()
    let text = Self.head + "| abc\n"
    limits.fileBytes = text.utf8.count
    limits.lineBytes = 20
    #expect(try Transcript.parse(text, limits: limits).print() == text)
    limits.fileBytes -= 1
    let tooLarge = #expect(throws: TranscriptProblems.self) { try Transcript.parse(text, limits: limits) }
    #expect(
      tooLarge?.problems.first?.sentence == "the file is larger than \(limits.fileBytes) bytes; split it into several")
    limits.fileBytes += 1
    limits.lineBytes = 19
    let error = #expect(throws: TranscriptProblems.self) { try Transcript.parse(text, limits: limits) }
    #expect(error?.problems.first?.sentence == "the line is longer than 19 bytes; shorten it")
    #expect(error?.exitCode == .badInput)
  }

  @Test("a hundred problems are told, the others counted")
  func manyProblems() {
    let lines = Self.problems(Self.head + String(repeating: "x\n", count: 150) + "| a\n")
    #expect(lines.count == 101)
    #expect(lines.last == "f: error: and 50 more; fix these first")
  }

  @Test("untrusted text in a sentence cannot reach a terminal raw")
  func escaped() {
    let lines = Self.problems(Self.head + "%a\u{202E}b x\n| a\n")
    #expect(lines == [#"f:4:1: error: unknown directive '%a\u{202E}b'; expected one such as '%case'"#])
  }

  @Test("the line and a caret follow, escaped and cut")
  func excerpt() {
    let text = Self.head + "| 用户 <anny>\n%\u{202E}" + String(repeating: "x", count: 90) + "\n| \u{7}\n"
    let error = #expect(throws: TranscriptProblems.self) { try Transcript.parse(text) }
    #expect(
      ProblemText.lines(of: error ?? TranscriptProblems(problems: []), path: "f", source: text).filter {
        $0.hasPrefix(" ")
      } == [
        "  | 用户 <anny>", "         ^",
        #"  %\u{202E}"# + String(repeating: "x", count: 68) + "…", "  ^",
        #"  | \u{7}"#, "    ^",
      ])
  }

  @Test("every mistake has a code of its own")
  func codes() {
    var codes: [String: TranscriptProblem.Kind] = [:]
    for text in (Self.files + Self.directives + Self.cases).map(\.text) {
      do throws(TranscriptProblems) {
        _ = try Transcript.parse(text)
      } catch {
        for problem in error.problems {
          #expect(problem.code.utf8.count == 5)
          let other = codes.updateValue(problem.kind, forKey: problem.code)
          #expect(other.map { name(of: $0) == name(of: problem.kind) } ?? true)
        }
      }
    }
    #expect(codes.count >= 45)
  }

  /// The case of the enumeration without what it carries.
  private func name(of kind: TranscriptProblem.Kind) -> Substring {
    "\(kind)".prefix { $0 != "(" }
  }
}
