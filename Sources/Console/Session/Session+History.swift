import Traces
import ViewModels

extension Session {
  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  ///
  /// Ask before the line runs. A secret without a lasting name keeps its line out. So do, where there may be secrets, a line
  /// of which something would be withheld, one whose verb is unknown, and a comment. Behind a command that may open another
  /// machine nobody knows yet what is a secret.
  package func historyLine(for line: ReadLine) -> String? {
    guard !line.line.text.isBlank else { return nil }
    var session = self
    var parts: [String] = []
    for (index, command) in line.commands.enumerated() {
      let task = index == 0 ? line.task : session.result(of: command.text, from: .typed)
      guard let part = session.historyLine(for: command.text, task) else { return nil }
      parts.append(part)
      if !task.keepsMachine { session = Session(catalogue: catalogue, options: options) }
    }
    let isChanged = !zip(parts, line.commands).allSatisfy { $0.hasBytes(of: $1.text) }
    return isChanged ? parts.joined(separator: "; ") : line.line.text
  }

  private func historyLine(for text: String, _ task: Result<Task, Mistake>) -> String? {
    do throws(Mistake) {
      if mayHoldSecrets, text.first(where: { $0 != " " }) == "#" { return nil }
      guard case .drive(let command) = try task.get() else {
        return Disclosure(text, in: run?.scene).isWhole ? text : nil
      }
      guard command.typed.isEmpty else { return nil }
      return command.holdsSecret ? command.text : text
    } catch {
      if case .unknownVerb? = error.kind, mayHoldSecrets { return nil }
      return Disclosure(text, in: run?.scene).isWhole ? text : nil
    }
  }

  private var mayHoldSecrets: Bool { run?.machine.holdsSecrets ?? true }

  /// A line with a mistake as a message may show it: `<withheld>` stands for what may be a secret.
  package func disclosed(_ line: String) -> String { Disclosure(line, in: run?.scene).text }
}

extension Result<Session.Task, Mistake> {
  /// Whether the machine that is open is so behind the command too.
  fileprivate var keepsMachine: Bool {
    switch self {
    case .success(.nothing), .success(.drive), .success(.look): true
    case .success(.perform), .failure: false
    }
  }
}
