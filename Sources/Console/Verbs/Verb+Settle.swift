import ViewModels

extension Verb {
  static let settle = Verb(
    "settle", .time, summary: "run what is due until nothing is due",
    explanation: "No time passes. It runs what 'hold' left waiting.",
    action: .drive { (_) throws(Mistake) in Act(.settle) })
}
