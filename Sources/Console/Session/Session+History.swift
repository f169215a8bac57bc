import Traces
import ViewModels

extension Session {
  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  ///
  /// Ask before the line runs. A secret without a lasting name keeps its line out. So do, where there may be secrets, a line
  /// of which something would be withheld, one whose verb is unknown, and a comment. Behind a command that may open another
  /// machine nobody knows yet what is a secret.
  package func historyLine(for line: String) -> String? {
    guard !line.isBlank else { return nil }
    let commands = TypedLine(line).commands
    var session = self
    var parts: [String] = []
    for command in commands {
      guard let part = session.historyLine(forCommand: command.text) else { return nil }
      parts.append(part)
      if !session.keepsMachine(command.text) { session = Session(catalogue: catalogue, options: options) }
    }
    let isChanged = !zip(parts, commands).allSatisfy { $0.hasBytes(of: $1.text) }
    return isChanged ? parts.joined(separator: "; ") : line
  }

  private func historyLine(forCommand line: String) -> String? {
    do throws(Mistake) {
      if mayHoldSecrets, line.first(where: { $0 != " " }) == "#" { return nil }
      guard case .drive(let act) = try task(of: line, from: .typed) else { return line }
      guard act.typed.isEmpty else { return nil }
      return act.holdsSecret ? act.text : line
    } catch {
      if case .unknownVerb? = error.kind, mayHoldSecrets { return nil }
      return Disclosure(line, in: run?.scene).isWhole ? line : nil
    }
  }

  /// Whether the machine that is open is so behind a command too.
  private func keepsMachine(_ line: String) -> Bool {
    switch try? task(of: line, from: .typed) {
    case .nothing, .drive, .look: true
    case .perform, nil: false
    }
  }

  private var mayHoldSecrets: Bool { run?.machine.holdsSecrets ?? true }

  /// A line with a mistake as a message may show it: `<withheld>` stands for what may be a secret.
  package func disclosed(_ line: String) -> String { Disclosure(line, in: run?.scene).text }
}
