import ViewModels

struct FollowedUser: Hashable {
  static let experts = [
    FollowedUser(userID: "1001", name: "小红"), FollowedUser(userID: "1002", name: "小刚"),
    FollowedUser(userID: "1003", name: "小丽"),
  ]
  static let samples: KeyValuePairs<String, [FollowedUser]> = ["experts": experts, "nobody": []]

  @Sendable static func suggested(to user: String) -> Answer<[FollowedUser]> {
    user.isEmpty ? .fail("没有用户") : .ok(experts)
  }

  var userID: String
  var name: String
}

extension FollowedUser: ValueConvertible {
  var value: Value { ["userId": userID.value, "name": name.value] }

  init?(_ value: Value) {
    guard let userID = value["userId"].flatMap(String.init), let name = value["name"].flatMap(String.init) else {
      return nil
    }
    self.init(userID: userID, name: name)
  }

  static var shape: Shape { .record }
}

struct FollowRow: ViewModel {
  struct Model: ModelType, Hashable {
    var userID = ""
    var name = ""
  }

  let userID = Field(\.userID, named: "userId", samples: ["expert": "1001"])
  let name = Field(\.name, samples: ["hong": "小红"])
}

extension Handle {
  func makeRows(of users: [FollowedUser]) -> [Ref<FollowRow>] {
    users.map { user in
      make(FollowRow.self) { row in
        row.userID = user.userID
        row.name = user.name
      }
    }
  }
}

/// An error or a content; the type does not enforce this.
struct CommandResult: Hashable {
  static let succeedSignal = "kFollowExpertSearchSucceedSignal"
  static let found = CommandResult(error: nil, content: succeedSignal)

  var error: String?
  var content: String?

  var isAmbiguous: Bool { (error == nil) == (content == nil) }
}

extension CommandResult: ValueConvertible {
  var value: Value { ["error": error.value, "content": content.value] }

  init?(_ value: Value) {
    guard let error = value["error"].flatMap(String?.init), let content = value["content"].flatMap(String?.init) else {
      return nil
    }
    self.init(error: error, content: content)
  }

  static var shape: Shape { .record }
}
