import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program for the tests of the line editor: it says what it got. Arguments: the path of a history file, or `-`.
@main
struct EditorFixture {
  static func main() {
    guard TerminalCapabilities.isInteractive else { return say("no terminal") }
    // Aborts in the middle of what the editor does, as a failed assertion of libedit does.
    signal(SIGURG) { _ in abort() }
    let path = CommandLine.arguments.dropFirst().first ?? "-"
    let history = History(file: path == "-" ? nil : HistoryFile(path: path), redact: kept)
    do {
      try run(LineEditor(program: "editor-fixture", history: history, usesColor: usesColor, complete: complete))
    } catch {
      say("error: \(error)")
    }
  }

  private static var usesColor: Bool { TerminalCapabilities.usesColor(.auto) }

  private static func run(_ editor: LineEditor) {
    editor.hint = { $0 == "adv" ? "ance 界" : nil }
    for number in 1... {
      for warning in editor.takeHistoryWarnings() { say("warning: \(warning)") }
      switch editor.readLine(prompt: Prompt([("\(number) 电话", .bold), ("> ", .plain)])) {
      case .line("wait"): waitForInterrupt()
      case .line("hang"): hang()
      case .line("quit"): return
      case .line(let line): say("got \(line.unicodeScalars.count): \"\(line)\"")
      case .interrupted: say("interrupted")
      case .endOfInput: return say("bye")
      case .hungUp: return say("gone")
      case .ended(let signal):
        say("ended")
        Interrupt.end(by: signal)
      case .failure(let error): return say("error: \(error)")
      }
    }
  }

  private static func waitForInterrupt() {
    precondition(Interrupt.age == nil && !Interrupt.takeHeard(), "nobody has pressed anything")
    say("waiting")
    while !Interrupt.isRequested { usleep(1000) }
    precondition(Interrupt.age != nil && Interrupt.isRequested, "it stays until it is forgotten")
    if Interrupt.endingSignal == nil {
      precondition(Interrupt.takeHeard() && !Interrupt.isRequested && Interrupt.age == nil, "it was seen and forgotten")
    }
    say("stopped waiting")
  }

  private static func hang() {
    say("hanging")
    while true { usleep(1000) }
  }

  private static func kept(_ line: String) -> String? {
    if line.hasPrefix("secret") { return nil }
    return line.hasPrefix("set password") ? "set password" : line
  }

  private static func complete(_ line: String, _ cursor: Int) -> Completion {
    if line == "crash" { abort() }
    let typed = Array(line.utf8.prefix(cursor))
    let start = typed.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? 0
    let words = typed.starts(with: "note ".utf8) ? noted : plain
    let fitting = words.filter { $0.text.utf8.starts(with: typed[start...]) }
    return Completion(start: start, candidates: fitting)
  }

  private static let plain = ["advance", "select", "settle", "设置密码", "设置电话", "登录"].map { Completion.Candidate($0) }
  private static let noted = [
    Completion.Candidate("phone", note: "text"), Completion.Candidate("photo", note: "\u{1B}]0;x"),
    Completion.Candidate("密码", note: "secret"),
  ]

  private static func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
