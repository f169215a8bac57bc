import ViewModels

/// The follow list of seed 001 as written, with the block command as its author published it: the chart is its table.
///
/// A result comes also after a cancel (HZ-C1), which drops `executing` while the request goes on, so that a second one can
/// start (HZ-C2); a request that never calls back executes for ever (HZ-C3); a cancel calls its handler also when nothing
/// runs (HZ-C4); a result may hold an error and a content, or neither (HZ-C5). A refused execute says nothing (HZ-C6).
enum FollowOriginal: ViewModel {
  struct Model: Sendable {
    var executing = false
    var result: CommandResult?
    var usersToFollow: [Ref<FollowRow>] = []
    var userCount: Int { usersToFollow.count }
  }

  static let executing = Field("followCommand.executing", \Model.executing)
  static let result = Field(
    "followCommand.result", \Model.result,
    samples: ["found": CommandResult(error: nil, content: CommandResult.succeedSignal)])
  static let usersToFollow = Field("usersToFollow", \Model.usersToFollow)
  static let userCount = Field("userCount", \Model.userCount, from: [usersToFollow])
  static let follow = Input<String>("follow", samples: ["follower": "10086", "noOne": ""])
  static let cancel = Input<Void>("cancel")
  /// The completion handler that a consume handler was given: whoever has it may call it, as often as they like.
  static let done = Input<CommandResult>(
    "done", samples: ["both": CommandResult(error: "出错", content: CommandResult.succeedSignal)])
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<String>("success")
  static let fail = Subject<String>("fail")
  static let cancelled = Subject<Void>("cancelled")

  /// The controller's observer of the result; with the option Initial it is told of nil first (HZ-A3, M11).
  static let tellResult = Handler("tellResult") { (turn, value, me: Ref<FollowOriginal>) in
    guard let result = Change<CommandResult>(value)?.new else { return }
    if let content = result.content { turn.emit(success, content, by: me) }
    if let error = result.error { turn.emit(fail, error, by: me) }
  }

  static let definition = Definition<FollowOriginal>(
    Model(), name: "Follow", fields: [executing, result, usersToFollow, userCount],
    inputs: [follow, cancel, done, dismissed], subjects: [success, fail, cancelled],
    properties: FollowLaws.all(executing, result, cancelled, FollowRequest.getFollowList)
  ) {
    Uses(FollowRow.self)
    Uses(FollowRequest.self)
    Uses(tellResult)
    SetUp { $0.follow(result, of: $0.me, tellResult($0.me)) }
    Region("followCommand") {
      On(done, to: .idle) { me, result in me.finish(result) }
      On(cancel, to: .idle) { me, _ in
        me.emit(cancelled)
        me[executing] = false
      }
      On(dismissed) { _, _ in }
      State(.idle) {
        On(follow, to: .executing) { me, user in
          me[executing] = true
          me.consume(user)
        }
      }
      State(.executing) { On(follow) { _, _ in } }  // ignored, and nobody learns of it
    }
  }

  static let screen = FollowScreen.screen(of: FollowOriginal.self, usersToFollow, executing, follow, cancel) {
    Alert("加载失败", on: fail, ["确定"], dismissed)
  }
}

extension Handle where V == FollowOriginal {
  /// The consume handler: asks for the list, stores it, and calls the completion handler.
  fileprivate func consume(_ user: String) {
    let request = make(FollowRequest.self, at: "request")
    self[request, FollowRequest.page] = me
    self[request, FollowRequest.user] = user
  }

  /// The completion handler: the result first, so that who observes it still sees `executing`.
  fileprivate func finish(_ result: CommandResult) {
    self[FollowOriginal.result] = result
    self[FollowOriginal.executing] = false
  }
}

/// One request for a follow list; nothing cancels it.
enum FollowRequest: ViewModel {
  struct Model: Sendable {
    var page = Ref<FollowOriginal>(InstanceID(0))
    var user = ""
  }

  static let page = Field("page", \Model.page)
  static let user = Field("user", \Model.user, samples: ["me": "10086"])
  static let getFollowList = Service<String, [FollowedUser]>(
    "getFollowList", after: .seconds(1), samples: ["experts": FollowedUser.experts, "nobody": []]
  ) { $0.isEmpty ? .fail("没有用户") : .ok(FollowedUser.experts) }

  static let definition = Definition<FollowRequest>(Model(), name: "request", fields: [page, user]) {
    Region("request") {
      State(.executing) {
        Invoke(getFollowList) { $0.user }
        On(getFollowList.succeeded, to: .succeeded) { me, users in
          let page = me.turn.handle(of: me[page])
          page[FollowOriginal.usersToFollow] = page.makeRows(of: users)
          me.complete(CommandResult(error: nil, content: CommandResult.succeedSignal))
        }
        On(getFollowList.failed, to: .failed) { $0.complete(CommandResult(error: $1, content: nil)) }
        On(getFollowList.error, to: .error) { $0.complete(CommandResult(error: $1, content: nil)) }
      }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }
}

extension Handle where V == FollowRequest {
  fileprivate func complete(_ result: CommandResult) {
    turn.raise(FollowOriginal.done.name, result.value, for: self[FollowRequest.page].id)
  }
}

extension Handle {
  /// Makes the rows of a list.
  func makeRows(of users: [FollowedUser]) -> [Ref<FollowRow>] {
    users.map { user in
      make(FollowRow.self) { row in
        self[row, FollowRow.userID] = user.userID
        self[row, FollowRow.name] = user.name
      }
    }
  }
}
