import SeededRandom
import Testing

@testable import Console

struct LawTests {
  static let commands = [
    "set name aaaaaa", "paste name \"1b!\"", "type name 王小", "erase name 2", "set password $right",
    "set password bbbbbb", "set password hunter2", "tap login", "hold tap login", "dismiss", "dismiss 确定", "back",
    "reply authenticate ok {session: \"s-1\"}", "reply authenticate fail no", "service authenticate manual",
    "service authenticate 1s",
    "service authenticate ok", "advance", "advance 300ms", "settle", "send dismissed", "assign name x", "restart",
  ]
  static let others = ["undo", "undo 2", "redo", "switch 1", "switch 2", "keep", "branch x", "state", "fields"]

  @Test("running the echo does what running the typed line did", arguments: 0..<6)
  func echo(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    var session = Fixture.login()
    for _ in 0..<20 {
      let line = random.pick(Self.commands)
      var other = session
      let reply = session.run(line)
      // A session alone knows the names that it gave to typed secrets.
      if let echo = reply.echo, !echo.contains("$typed") {
        let again = other.runFromFile(echo)
        #expect(again.echo == echo && again.lines == reply.lines)
        #expect(other.state == session.state)
      }
    }
  }

  @Test("a recording always holds what saving the same path would", arguments: 0..<6)
  func recording(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    var session = Fixture.login()
    var file = RecordedFile()
    for line in ["set name b", "record a"] { file.perform(session.run(line).effects) }
    for step in 0..<60 {
      let line = step % 2 == 0 ? random.pick(Self.commands) : random.pick(Self.others)
      file.perform(session.run(line).effects)
      #expect(file.entries?.count == session.recordedEntryCount)
      if step % 6 == 5 { #expect(file.entries == session.recordedEntries(.free)) }
    }
    guard case .save(let saved)? = session.run("save b").effects.first else {
      Issue.record("nothing is saved")
      return
    }
    let text = saved.text
    #expect(text.hasPrefix(file.text))
  }

  @Test("cases follow each other in a recording")
  func cases() {
    var session = Fixture.login()
    var file = RecordedFile()
    for line in ["record a", "case 一", "tap login", "case 二", "undo", "set name b", "case 三", "back", "undo", "redo"] {
      file.perform(session.run(line).effects)
    }
    #expect(file.entries == session.recordedEntries(.free))
    let titles = file.text.split(separator: "\n").filter { $0.hasPrefix("%case") }
    #expect(titles == ["%case 一", "%case 二", "%case 三"])
    #expect(session.run("case 一").mistake?.code == "E1041")
    #expect(session.run("open login@original").effects == [.stopRecording])
  }

  @Test("every candidate of a completion can stand there", arguments: 0..<2)
  func completion(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    var session = Fixture.login()
    for _ in 0..<5 {
      _ = session.run(random.pick(Self.commands))
      var lines = Verb.names.map { "\($0) " } + Verb.names.map { "hold \($0) " }
      lines += [
        "reply authenticate ", "service authenticate ", "service authenticate 1s ", "set password ", "hold ", "",
      ]
      for line in lines {
        let completion = session.completion(for: line, cursor: line.utf8.count)
        for candidate in completion.candidates {
          check(line.prefix(bytes: completion.start) + candidate.text, session)
        }
      }
    }
  }

  /// Nothing is wrong with the line but what is missing behind it, as behind half an expression, or that a verb
  /// cannot be held.
  private func check(_ line: String, _ session: Session) {
    var copy = session
    // What matters is that it is read: how much an option lets be found would take minutes.
    if ["explore", "fuzz"].contains(where: line.hasPrefix) {
      copy.watch = CommandWatch(isInterrupted: { true }) { _ in }
    }
    let allowed = ["E1030", "E1004", "E1050", "E1051", "E1054", "E1055", "E1042", "E1072", "E1074"]
    let mistake = copy.run(line).mistake
    #expect(mistake.map { allowed.contains($0.code) } ?? true, "\(line): \(mistake?.sentence ?? "")")
  }
}

extension String {
  fileprivate func prefix(bytes count: Int) -> String { String(Substring(utf8.prefix(count))) }
}
