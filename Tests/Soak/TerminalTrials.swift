import Foundation
import PtySupport
import SeededRandom

/// A signal at any point of a session on a terminal: the terminal is given back, and the parent sees what ended it.
struct SignalledTerminal: Trial {
  static let name = "signals on a terminal"
  let tool: ToolUnderTest

  private enum Point: CaseIterable {
    case prompt, typing, running, searching, leaving, pasting, recording
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let point = random.pick(Point.allCases)
    let home = try ScratchFolder()
    let pty = try PtySession(tool.path, ["login@fixed"], environment: ToolUnderTest.terminal(home))
    try pty.expect("1 login@fixed 0ms> ")
    try go(to: point, pty, home)
    let number = random.pick([SIGTERM, SIGHUP, SIGQUIT, SIGINT, SIGSTOP, SIGWINCH])
    do {
      switch number {
      case SIGINT, SIGSTOP, SIGWINCH: try survive(number, point, pty)
      default:
        pty.signal(number)
        guard try pty.waitForExit() == .signal(number) else { throw SoakFailure("the parent sees another end") }
        guard pty.isCooked, pty.output.contains("\u{1B}[?2004l") else {
          throw SoakFailure("the terminal is not given back")
        }
      }
    } catch {
      throw SoakFailure("signal \(number) at \(point): \(error)")
    }
    if point == .recording { try check(home) }
  }

  private func go(to point: Point, _ pty: PtySession, _ home: ScratchFolder) throws {
    switch point {
    case .prompt: break
    case .typing:
      try pty.send("set na")
      try pty.expect("set na")
    case .running: try pty.send("type name \"\(String(repeating: "a", count: 3000))\"\r")
    case .searching: try pty.send("\u{12}")
    case .leaving:
      try pty.send("set name a\r")
      try pty.expect("2 login@fixed 0ms> ")
      try pty.send("\u{4}")
      try pty.expect("or stay? ")
    case .pasting: try pty.send("\u{1B}[200~set name")
    case .recording:
      try pty.send("record \"\(home.path("a.transcript"))\"\r")
      try pty.expect("recording to")
      try pty.expect("login@fixed 0ms> ")
    }
  }

  /// The session goes on, and ends as it is told.
  private func survive(_ number: Int32, _ point: Point, _ pty: PtySession) throws {
    switch number {
    case SIGSTOP:
      pty.signal(SIGSTOP)
      try pty.waitUntilStopped()
      pty.signal(SIGCONT)
    case SIGWINCH: pty.resize(rows: 20, columns: 60)
    default: pty.signal(number)
    }
    pty.waitUntilSilent()
    // Whatever is open is given up: a paste, a search, a question, a line, a command that runs, and then the pages
    // of its answer.
    if point == .pasting { try pty.send("\u{1B}[201~") }
    pty.waitUntilSilent()
    for _ in 1...2 {
      try pty.send("\u{3}")
      pty.waitUntilSilent()
    }
    try pty.send("quit\r")
    if (try? pty.expect("or stay? ", within: .seconds(1))) != nil { try pty.send("leave\r") }
    guard try pty.waitForExit() == .code(0) else { throw SoakFailure("the session did not end by itself") }
    guard pty.isCooked else { throw SoakFailure("the terminal is not given back") }
  }

  /// What was recorded is whole, or can be gone on with.
  private func check(_ home: ScratchFolder) throws {
    try tool.succeed(["record", "--resume", "a.transcript"], in: home)
    try tool.succeed(["replay", "a.transcript"], in: home)
  }
}

extension PtySession {
  /// Waits until nothing was written for a while: then what is typed reaches whoever reads next.
  fileprivate func waitUntilSilent() {
    while (try? expect(" ", within: .milliseconds(250))) != nil {}
  }
}

/// A secret that is typed, well or badly, stands in nothing that the tool prints or writes, in no spelling.
struct Canary: Trial {
  static let name = "a secret in every sink"
  let tool: ToolUnderTest

  private static let forms = [
    "set password \"%\"", "paste password \"%\"", "type password \"%\"", "set password %", "set pwd %", "set 密码 %",
    "set password $%", "set password \"%", "set password=%", "assign password \"%\"", "hold assign password \"%\"",
    "sett password %", "pwd %",
    "tap login %", "send login \"%\"", "assign nosuch \"%\"", "type 密码 \"%\"", "  set password %",
    "set password '%'",
  ]
  private static let looks = [
    "tap login", "advance 1s", "dismiss", "fields", "screen", "state", "trace", "requests", "undo", "redo", "branches",
    "case b",
    "properties", "why login", "commands", "timers", "save a.transcript", "trace a.trace.jsonl", "record b.transcript",
  ]

  func run(_ random: SplitMix64) throws {
    var random = random
    let canary = "Zq\(100_000 + random.below(900_000))x"
    let lines = (0..<30).map { _ in
      random.below(2) == 0 ? random.pick(Self.looks) : random.pick(Self.forms).replacing("%", with: canary)
    }
    let home = try ScratchFolder()
    let input = Data((["set name \"aaaaaa\""] + lines).map { $0 + "\n" }.joined().utf8)
    let machine = random.pick(["login@fixed", "login@original"])
    switch random.below(4) {
    case 0: try expectNothing(of: canary, tool.answer([machine], input: input, in: home), home)
    case 1:
      let outcome = try tool.answer(["record", "r.transcript", "--machine", machine], input: input, in: home)
      try expectNothing(of: canary, outcome, home)
    case 2: try crash(machine, input, canary, home)
    default:
      // At a prompt an open text waits for its end.
      let closed = lines.map { line in line.count { $0 == "\"" }.isMultiple(of: 2) ? line : line + "\"" }
      try type(machine, closed, canary, home)
    }
  }

  /// A crash while the secret is held says its line and leaves no core.
  private func crash(_ machine: String, _ input: Data, _ canary: String, _ home: ScratchFolder) throws {
    // Once it has answered it guards its memory, and it waits for more until it crashes.
    let script =
      "ulimit -c unlimited; mkfifo .pipe; \"$@\" <.pipe & "
      + "(cat; until [ -s .out ]; do sleep 0.01; done; kill -SEGV $!) >.pipe; wait $!"
    let outcome = try tool.run([machine], input: input, in: home, through: ["/bin/bash", "-c", script, "sh"])
    try expectNothing(of: canary, outcome, home)
    guard outcome.code == 128 + SIGSEGV, outcome.text.contains("error[E9002]") else {
      throw SoakFailure("a crash ended with \(outcome.code): \(outcome.text.suffix(200).debugDescription)")
    }
  }

  /// What is typed stands on the terminal that it is typed on, and in no file.
  private func type(_ machine: String, _ lines: [String], _ canary: String, _ home: ScratchFolder) throws {
    let script = "cd '\(home.path)' && exec '\(tool.path)' \(machine)"
    let pty = try PtySession(
      "/bin/bash", ["-c", script], environment: ToolUnderTest.terminal(home), columns: 200)
    for line in lines.prefix(8) {
      try pty.expect("s> ")
      try pty.send(line + "\r")
    }
    try pty.expect("s> ")
    pty.signal(SIGTERM)
    guard try pty.waitForExit() == .signal(SIGTERM) else { throw SoakFailure("the session ended otherwise") }
    try expectNothing(of: canary, nil, home)
  }

  private func expectNothing(of canary: String, _ outcome: ToolUnderTest.Outcome?, _ home: ScratchFolder) throws {
    var sinks = outcome.map { [("standard output", $0.output), ("standard error", $0.errors)] } ?? []
    let files = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
    for file in files where ![".in", ".pipe"].contains(file) {
      if file.hasPrefix("core") { throw SoakFailure("a core was written") }
      if let bytes = try? home.bytes(file) { sinks.append((file, bytes)) }
    }
    for (name, bytes) in sinks {
      for spelling in Self.spellings(of: canary) {
        guard let range = bytes.range(of: spelling) else { continue }
        let around = bytes[max(0, range.lowerBound - 80)..<min(bytes.count, range.upperBound + 40)]
        throw SoakFailure("\(name) holds the secret: \(String(decoding: around, as: UTF8.self).debugDescription)")
      }
    }
  }

  /// As it is, backwards, as hexadecimal digits, and as base64 behind none, one and two other bytes.
  private static func spellings(of canary: String) -> [Data] {
    let bytes = Data(canary.utf8)
    let base64 = (0..<3).map { shift in
      Data((Data(count: shift) + bytes).base64EncodedString().dropFirst(shift == 0 ? 0 : 4).prefix(8).utf8)
    }
    return [bytes, Data(bytes.reversed()), Data(bytes.map { String($0, radix: 16) }.joined().utf8)] + base64
  }
}
