import ViewModels

/// Somebody to follow, as the server tells of them.
struct FollowedUser: Hashable, ValueConvertible {
  /// The experts that the server suggests to everybody.
  static let experts = [
    FollowedUser(userID: "1001", name: "小红"), FollowedUser(userID: "1002", name: "小刚"),
    FollowedUser(userID: "1003", name: "小丽"),
  ]
  static let samples: KeyValuePairs<String, [FollowedUser]> = ["experts": experts, "nobody": []]

  /// What the server answers when nothing else is said.
  @Sendable static func suggested(to user: String) -> Answer<[FollowedUser]> {
    user.isEmpty ? .fail("没有用户") : .ok(experts)
  }

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
struct FollowRow: ViewModel {
  struct Model: ModelType, Hashable {
    var userID = ""
    var name = ""
  }

  let userID = Field(\.userID, named: "userId", samples: ["expert": "1001"])
  let name = Field(\.name, samples: ["hong": "小红"])
}

extension Handle {
  /// Makes the rows of a list.
  func makeRows(of users: [FollowedUser]) -> [Ref<FollowRow>] {
    users.map { user in
      make(FollowRow.self) { row in
        row.userID = user.userID
        row.name = user.name
      }
    }
  }
}

/// What a block command holds when it has run: an error or a content. Nothing says that it is one of them.
struct CommandResult: Hashable, ValueConvertible {
  /// The content of the article's success.
  static let succeedSignal = "kFollowExpertSearchSucceedSignal"
  static let found = CommandResult(error: nil, content: succeedSignal)

  var error: String?
  var content: String?

  init(error: String?, content: String? = nil) {
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
