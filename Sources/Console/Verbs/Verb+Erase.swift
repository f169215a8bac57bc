import Traces
import ViewModels

extension Verb {
  static let erase = Verb(
    "erase", .user, [Parameter("CONTROL", .textControl), Parameter("N", .count, isOptional: true)],
    summary: "remove characters from the end, one edit each",
    explanation: "Without N, one character is removed.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let count = try arguments.count()
      return Act(.erase(control: control.name, count: count ?? 1), count.map { String($0) })
    })
}
