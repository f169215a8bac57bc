import ViewModels

/// Somebody to follow, as the server tells of them.
struct FollowedUser: Hashable, ValueConvertible {
  /// The experts that the server suggests to everybody.
  static let experts = [
    FollowedUser(userID: "1001", name: "小红"), FollowedUser(userID: "1002", name: "小刚"),
    FollowedUser(userID: "1003", name: "小丽"),
  ]

  var userID: String
  var name: String

  init(userID: String, name: String) {
    self.userID = userID
    self.name = name
  }

  var value: Value { ["userId": userID.value, "name": name.value] }

  init?(_ value: Value) {
    guard let userID = value["userId"].flatMap(String.init), let name = value["name"].flatMap(String.init) else {
      return nil
    }
    self.init(userID: userID, name: name)
  }

  static var shape: Shape { .record }
}

/// A row of the follow list.
enum FollowRow: ViewModel {
  struct Model: Hashable, Sendable {
    var userID = ""
    var name = ""
  }

  static let userID = Field("userId", \Model.userID, samples: ["expert": "1001"])
  static let name = Field("name", \Model.name, samples: ["hong": "小红"])
  static let definition = Definition<FollowRow>(Model(), fields: [userID, name]) {}
}

/// What a block command holds when it has run: an error or a content. Nothing says that it is one of them.
struct CommandResult: Hashable, ValueConvertible {
  /// The content of the article's success.
  static let succeedSignal = "kFollowExpertSearchSucceedSignal"

  var error: String?
  var content: String?

  init(error: String?, content: String?) {
    self.error = error
    self.content = content
  }

  var isAmbiguous: Bool { (error == nil) == (content == nil) }

  var value: Value { ["error": error.value, "content": content.value] }

  init?(_ value: Value) {
    guard let error = value["error"].flatMap(String?.init), let content = value["content"].flatMap(String?.init) else {
      return nil
    }
    self.init(error: error, content: content)
  }

  static var shape: Shape { .record }
}
