import Gallery

@testable import Console

/// Sessions over the login of seed 000.
enum Fixture {
  static let catalogue = Catalogue(Gallery.machines)

  /// A session with `login@fixed` open.
  static func login(_ lines: String...) -> Session {
    var session = Session(catalogue: catalogue)
    _ = session.run("open login@fixed")
    for line in lines {
      let reply = session.run(line)
      precondition(reply.mistake == nil, "\(line): \(reply.mistake?.sentence ?? "")")
    }
    return session
  }
}

extension Session {
  /// The answer to a line as a terminal shows it: the echo, the lines, the mistake.
  mutating func shown(_ line: String) -> [String] {
    let reply = run(line)
    let lines = reply.lines.map { line in
      switch line {
      case .recorded(let text): "| \(text)"
      case .talk(let text): "  \(text)"
      }
    }
    let mistake = reply.mistake.map { ["\($0.column): \($0.sentence)"] } ?? []
    return (reply.echo.map { ["> \($0)"] } ?? []) + lines + mistake
  }

  func historyLine(for line: String) -> String? { historyLine(for: reading(line)) }
  func hint(for line: String) -> String? { hint(for: reading(line)) }

  private func reading(_ line: String) -> ReadLine {
    var copy = self
    return copy.read(line)
  }

  /// Everything that a look can tell of where the machine stands.
  var state: [String] {
    var copy = self
    return ["state", "fields", "screen", "requests", "timers", "commands", "service"].flatMap {
      copy.shown($0)
    }
      + [prompt]
  }
}
