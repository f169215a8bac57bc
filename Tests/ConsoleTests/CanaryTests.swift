import Differences
import Testing
import Traces
import ViewModels

@testable import Console

/// A secret is typed by every verb that drives, in every situation in which it is taken or not, and occurs in
/// nothing that anybody could see: raw, escaped or letter by letter.
struct CanaryTests {
  /// A part of every secret below that no escaping changes.
  private static let needle = "Zq7"
  private static let texts = ["\"Zq7x9\"", "Zq7x9", "\"Zq7 \\\"x9\\\" 中\\u{7F}\"", "$Zq7x9"]
  private static let broken = [
    "\"Zq7x9", "Zq7\"x9", "\"Zq7x9\"y", "\"Zq7\\qx9\"", "\"Zq7x9\" Zq7", "{a: \"Zq7x9\"", "=Zq7",
  ]

  /// What drives, up to where a value stands.
  private static let heads = [
    "set password", "paste password", "type password", "assign password", "assign token", "send unlock", "tap unlock",
    "reply grant ok", "service grant ok", "service grant 1s ok", "service grant twice ok", "set pin", "assign pin",
    // Mistyped, unknown, by its label, or something that takes no such value.
    "set pwd", "set 密码", "set passwordx", "paste passwrd", "type nosuch", "assign nosuch", "assign vault.nosuch",
    "assign items[3].password", "send login", "send nosuch", "send enter", "tap login", "tap nosuch",
    "tap password", "set login", "reply nosuch ok", "reply grant", "reply grant nonsense",
    "service nosuch ok", "service nosuch", "service grant nonsense", "pwd",
    "sett password",
  ]
  private static let records = [
    "send enter {name: \"a\", password: \"Zq7x9\"}", "send enter {name: \"a\", password: \"Zq7x9\"",
  ]
  private static let joined = [
    "set password=Zq7x9", "set password\"Zq7x9\"", "assign password:\"Zq7x9\"", "set passwordZq7x9",
  ]

  /// A service that is told its answer gives it to whoever asks, at once or late.
  private static let answers = [
    "ok \"Zq7x9\"", "twice ok \"Zq7x9\"", "1ms ok \"Zq7x9\"", "ok \"Zq7x9\" late", "ok \"Zq7x9\" late once",
  ].map { ["service grant \($0)", "send fetch", "service", "timers", "advance 2s", "advance 2s"] }

  /// Lines that run one after the other.
  private static var chains: [[String]] {
    heads.map { head in (texts + broken).map { "\(head) \($0)" } } + [records, joined] + answers
  }

  /// Why a line is taken, or not.
  private static let situations: [(name: String, lines: [String])] = [
    ("at rest", []), ("with requests under way", ["send fetch"]), ("under an alert", ["send ask"]),
    ("under a HUD", ["send busy"]), ("on another page", ["send leave"]), ("after a crash", ["send crash"]),
  ]

  @Test("a secret that is typed in a situation is seen nowhere", arguments: situations.map(\.name))
  func nowhere(_ name: String) throws {
    let situation = try #require(Self.situations.first { $0.name == name })
    var start = Vault.session
    for line in ["record a.transcript"] + situation.lines {
      #expect(start.run(line).mistake == nil)
    }
    for prefix in ["", "hold "] {
      for source in [ArgumentReader.Source.typed, .file] {
        for chain in Self.chains { check(chain.map { prefix + $0 }, source, start, name) }
      }
    }
  }

  private func check(_ chain: [String], _ source: ArgumentReader.Source, _ start: Session, _ name: String) {
    var session = start
    var shown: [String] = []
    for line in chain {
      shown += [session.historyLine(for: line) ?? "", session.disclosed(line)]
      shown += sinks(of: source == .typed ? session.run(line) : session.runFromFile(line))
    }
    for look in ["state", "fields", "screen", "requests", "timers", "service", "undo", "redo", "branches"] {
      shown += sinks(of: session.run(look))
    }
    shown += sinks(of: session.run("save b.transcript")) + sinks(of: session.run("record"))
    shown += [session.prompt] + traces(of: session, start)
    if let text = shown.first(where: Self.tells) {
      let issue = Comment(rawValue: "\(name): '\(chain[0])' and what follows are told by: \(text)")
      Issue.record(issue)
    }
  }

  private func sinks(of reply: Reply) -> [String] {
    var texts =
      [reply.echo ?? "", reply.mistake?.sentence ?? "", reply.mistake.map { "\($0)" } ?? ""] + reply.broken.texts
    texts += reply.lines.map { "\($0)" }
    return texts + reply.effects.map { "\($0)" }
  }

  /// The trace's file, and its difference from the run before the line in every format.
  private func traces(of session: Session, _ start: Session) -> [String] {
    guard let before = start.trace, let after = session.trace else { return [] }
    let difference = TraceDifference(from: before, to: after)
    let told = after.turns.map { "\($0.cause.value.map { ValuePrinter(.literal).text(of: $0) } ?? "") \($0.effects)" }
    return [TraceFile.encode(after)] + DifferencePrinter().lines(difference) + DifferenceJSON.lines(difference)
      + told.filter { !$0.contains("secret(") }
  }

  /// Whether a text holds the secret: as it is, or as texts of one letter one after the other.
  private static func tells(_ text: String) -> Bool {
    // A text without one of its letters, as nearly all are, is passed by quickly.
    guard needle.utf8.allSatisfy({ text.utf8.contains($0) }) else { return false }
    if text.contains(needle) { return true }
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return words.filter { $0.count == 1 }.joined().contains(needle)
  }

  /// What looks, searches and travels with text behind it, taken from the tables: verbs, the words of their usages,
  /// and options.
  private static var looks: [String] {
    let values = ["\"Zq7x9\"", "Zq7x9", "$Zq7x9", "[\"Zq7x9\"]", "\"Zq7x9", "'Zq7x9'"]
    let secrets = ["password", "pin", "passwrod"]
    let statements =
      secrets.flatMap { secret in
        ["=", "<", ""].flatMap { sign in values.map { "\(secret) \(sign) \($0)" } }
      } + [
        "\"Zq7x9\" = password", "name = \"a\" and password = \"Zq7x9\"", "(password = \"Zq7x9\")", "not token = Zq7x9",
      ]
    // The title of a button is public.
    let others = Verb.all.filter { !$0.isNaming && $0.parameters.first?.kind != .button }
    let verbs = others.filter { !($0.isDriving && $0.takesValue) }
    let alone = [""] + others.map { $0.name + " " } + ["settings hints "]
    let plain = verbs.flatMap { verb -> [String] in
      let words = verb.usage.split { !$0.isLowercase }.map(String.init)
      let heads = [verb.name] + words.map { "\(verb.name) \($0)" } + words.map { "\(verb.name) last \($0)" }
      return heads.flatMap { head in statements.map { "\(head) \($0)" } } + ["\(verb.name) tap unlock \"Zq7x9\""]
        + ["\(verb.name) unlock \"Zq7x9\"", "\(verb.name) password=Zq7x9", "\(verb.name) passwordZq7x9"]
    }
    let options = Verb.all.flatMap { verb in
      verb.options.filter { $0.place != nil }.flatMap { option -> [String] in
        let texts =
          statements.filter { !$0.contains("'") }.flatMap { ["'\($0)'", $0.quoted] }
          + ["password=\"Zq7x9\"", "password=Zq7x9", "\"password=Zq7x9\"", "Zq7x9", "\"Zq7x9\""]
        let before = verb.parameters.first?.kind == .expression ? "page = vault" : "1"
        return texts.map { "\(verb.name) \(before) \(option.rawValue) \($0)" }
      }
    }
    let long = String(repeating: "Zq7x9", count: 12)
    // A list of texts alone is against no field.
    let words = alone.flatMap { head in (values.filter { $0.first != "[" } + [long, long.quoted]).map { head + $0 } }
    let commands = ["undo", "hold undo", "hold hold erase"].flatMap { head in
      ["set password \"Zq7x9\"", "type password Zq7x9", "set pasword \"Zq7x9\""].map { "\(head) \($0)" }
    }
    return plain + options + words + commands
  }

  @Test("a secret that is typed against a field, in a look, a search or an option, is seen nowhere")
  func looksTellNothing() {
    #expect(
      Verb.all.contains { $0.options.contains(.never) } && Self.looks.contains { $0.hasPrefix("show password = ") })
    var start = Vault.session
    start.watch = CommandWatch(isInterrupted: { true }) { _ in }
    for line in Self.looks {
      var session = start
      let history = session.historyLine(for: line) ?? ""
      let shown = [history, session.disclosed(line)] + sinks(of: session.run(line)) + sinks(of: session.run("keep"))
      if let text = shown.first(where: Self.tells) {
        Issue.record(Comment(rawValue: "'\(line)' is told by: \(text)"))
      }
    }
  }

  @Test("a secret is compared with its samples; a mistake that is no secret is shown whole")
  func comparedSecrets() {
    var session = Vault.session
    #expect(session.shown("show password = $right") == ["  false"] && session.shown("show token = nil") == ["  true"])
    #expect(session.shown("show password = \"\"") == ["  true"])
    #expect(
      session.shown("show password = \"Zq7\"") == [
        "17: 'password' may be a secret; compare it with one of its samples, as in '$right'"
      ])
    #expect(session.disclosed("show password = \"Zq7\"") == "show password = <withheld>")
    #expect(session.historyLine(for: "show password = \"Zq7\"") == nil)
    #expect(session.historyLine(for: "show password = $right") == "show password = $right")
    #expect(session.disclosed("show nme = \"a\"") == "show nme = <withheld>")
    #expect(session.disclosed("show vault = idel") == "show vault = idel")
    #expect(session.historyLine(for: #"fuzz --never "name = \"a\"""#) == #"fuzz --never "name = \"a\"""#)
    #expect(session.disclosed(#"fuzz --never "password = \"Zq7\"""#) == #"fuzz --never "password = \<withheld>"#)
    #expect(session.historyLine(for: "undo set name \"a\"") == "undo set name \"a\"")
    #expect(session.disclosed("break time >= 10") == "break time >= 10")
    #expect(session.disclosed("watch name = 5 or password = 5") == "watch name = <withheld>")
  }

  @Test("the answers of a service that are told to it are taken")
  func answersAreTaken() {
    for chain in Self.answers {
      var session = Vault.session
      for line in chain { #expect(session.run(line).mistake == nil, "\(line)") }
      #expect(session.run("fields token").lines == [.talk("token  <secret>  String?, secret")])
    }
  }

  @Test("what the sinks are checked for would be found in them: a name that is no secret is told")
  func control() {
    var session = Vault.session
    _ = session.run("record a")
    let start = session
    let reply = session.run("type name Zq7x9")
    #expect(sinks(of: reply).contains { $0.contains("Zq7x9") })
    #expect(traces(of: session, start).contains { Self.tells($0) })
    #expect(Self.tells("\"Z\" -> \"Zq\", \"q\", \"7\""))
  }

  @Test(
    "a mistake keeps the names that are known, and withholds the rest of its line",
    arguments: [
      ("set pwd Zq7", "set <withheld>", 5), ("set 密码 Zq7", "set 密码 <withheld>", 5),
      ("set password $Zq7", "set password <withheld>", 14), ("set password \"Zq7", "set password <withheld>", 14),
      ("set password=Zq7", "set <withheld>", 5), ("hold send login Zq7", "hold send login <withheld>", 17),
      ("set password \"Zq7\" x", "set password <withheld>", 14), ("tap login Zq7 x", "tap login <withheld>", 11),
      ("reply grant ok \"Zq7", "reply grant ok <withheld>", 16), ("foo Zq7", "<withheld>", 1),
      ("reply grant okk", "reply grant <withheld>", 13), ("service grant 1x", "service grant <withheld>", 15),
      ("focus password Zq7", "focus password <withheld>", 16), ("erase password x", "erase password <withheld>", 16),
      ("tap nosuch", "tap <withheld>", 5), ("undo x", "undo <withheld>", 6), ("help Zq7", "help <withheld>", 6),
      ("advance soon", "advance <withheld>", 9), ("hold advance 1x", "hold advance <withheld>", 14),
      ("dismiss \"Yes\" now", "dismiss <withheld>", 9),
      // What is typed for something known that holds no secret is shown, and so is a word near a known one.
      ("set name \"a", "set name \"a", 10), ("set name a b", "set name a b", 12), ("tap logn", "tap logn", 5),
      ("advance 5", "advance 5", 9), ("opn vault", "opn vault", 1), ("reply issue okk", "reply issue okk", 13),
      ("service issue 1x", "service issue 1x", 15),
    ])
  func excerpt(_ line: String, _ shown: String, _ column: Int) {
    var session = Vault.session
    #expect(session.disclosed(line) == shown)
    #expect(session.run(line).mistake?.column == column)
  }

  @Test("where no machine is open, what is typed for anything is withheld")
  func nothingOpen() {
    let session = Session(catalogue: Catalogue([Vault.machine]))
    #expect(session.disclosed("set password Zq7") == "set password <withheld>")
    #expect(session.historyLine(for: "set password Zq7") == nil)
    #expect(session.historyLine(for: "open nonsense") == "open nonsense")
  }

  @Test("an answer that becomes a secret of the model is recorded by name, though its service says only text")
  func becoming() {
    var session = Vault.session
    _ = session.run("send fetch")
    #expect(session.historyLine(for: "reply issue ok \"hunter2\"") == nil)
    let reply = session.run("reply issue ok \"hunter2\"")
    #expect(reply.echo == "reply issue ok $typed1")
    #expect(reply.recordedLines == ["token <secret> changed"])
    #expect(session.trace?.turns.last?.cause.value?.holdsSecret == true)
    #expect(session.run("send learn \"hunter3\"").echo == "send learn $typed2")
    // A failure stays text, and the session goes on along the recorded names.
    #expect(session.run("reply grant fail \"no\"").echo == "reply grant fail \"no\"")
    _ = session.run("undo 3")
    #expect(session.run("redo 3").mistake == nil)
  }
}
