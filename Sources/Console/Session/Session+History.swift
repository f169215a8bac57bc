import Traces
import ViewModels

extension Session {
  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  ///
  /// Ask before the line runs. A secret without a lasting name keeps its line out, and so does a line that cannot be
  /// read and may hold one.
  public func historyLine(for line: String) -> String? {
    guard line.contains(where: { $0 != " " }) else { return nil }
    do throws(Mistake) {
      guard case .drive(let act) = try task(of: line, from: .typed) else { return line }
      guard act.typed.isEmpty else { return nil }
      return act.holdsSecret ? act.text : line
    } catch {
      return Disclosure(line, in: run?.scene).isWhole ? line : nil
    }
  }

  /// A line with a mistake as a message may show it: `<withheld>` stands for what may be a secret.
  public func disclosed(_ line: String) -> String { Disclosure(line, in: run?.scene).text }
}
