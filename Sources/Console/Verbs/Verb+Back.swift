import ViewModels

extension Verb {
  static let back = Verb(
    "back", .user, summary: "leave the top page",
    explanation: "The user goes back to the page below; on the first page that is refused.",
    action: .drive { (_) throws(Mistake) in Act(.back) })
}
