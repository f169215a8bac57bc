import Traces
import ViewModels

extension Session {
  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  ///
  /// Ask before the line runs. A secret without a lasting name keeps its line out. So do, where there may be secrets, a line
  /// of which something would be withheld, one whose verb is unknown, and a comment.
  package func historyLine(for line: String) -> String? {
    guard line.contains(where: { $0 != " " }) else { return nil }
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

  private var mayHoldSecrets: Bool { run?.machine.holdsSecrets ?? true }

  /// A line with a mistake as a message may show it: `<withheld>` stands for what may be a secret.
  package func disclosed(_ line: String) -> String { Disclosure(line, in: run?.scene).text }
}
