/// What is wrong with an answer of the goods' server, and where.
struct PageError: Error, Hashable {
  /// What was asked for: `goods page`, `banners`.
  let answer: String
  let place: String
  let reason: String

  init(_ place: String, _ reason: String, in answer: String = "goods page") {
    self.answer = answer
    self.place = place
    self.reason = reason
  }

  /// `goods page: data[3] has no 'id'`
  var message: String { "\(answer): \(place) \(reason)" }
}
