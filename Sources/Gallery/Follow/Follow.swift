import ViewModels

/// The follow list of seed 001, as it should have been: a result belongs to the execution that asked for it, a cancel ends
/// the request, and every end is one of three outcomes.
enum Follow: ViewModel {
  struct Model: Sendable {
    var executing = false
    var result: CommandResult?
    var user = ""
    var usersToFollow: [Ref<FollowRow>] = []
    var userCount: Int { usersToFollow.count }
  }

  static let executing = Field("followCommand.executing", \Model.executing)
  static let result = Field(
    "followCommand.result", \Model.result,
    samples: ["found": CommandResult(error: nil, content: CommandResult.succeedSignal)])
  static let user = Field("user", \Model.user, samples: ["me": "10086", "nobody": ""])
  static let usersToFollow = Field("usersToFollow", \Model.usersToFollow)
  static let userCount = Field("userCount", \Model.userCount, from: [usersToFollow])
  static let follow = Input<String>("follow", samples: ["follower": "10086", "noOne": ""])
  static let cancel = Input<Void>("cancel")
  static let dismissed = Input<Void>("dismissed")
  static let success = Subject<String>("success")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let cancelled = Subject<Void>("cancelled")
  static let getFollowList = Service<String, [FollowedUser]>(
    "getFollowList", after: .seconds(1), timeout: .request,
    samples: ["experts": FollowedUser.experts, "nobody": []]
  ) { $0.isEmpty ? .fail("没有用户") : .ok(FollowedUser.experts) }

  static let definition = Definition<Follow>(
    Model(), fields: [executing, result, user, usersToFollow, userCount], inputs: [follow, cancel, dismissed],
    subjects: [success, fail, error, cancelled],
    properties: FollowLaws.all(executing, result, cancelled, getFollowList)
  ) {
    Uses(FollowRow.self)
    Region("followCommand") {
      State(.idle) { On(follow, to: .executing) { me, user in me[Follow.user] = user } }
      State(.executing) {
        OnEntry { $0[executing] = true }
        OnExit { $0[executing] = false }
        Invoke(getFollowList) { $0.user }
        On(getFollowList.succeeded, to: .succeeded) { me, users in
          me[usersToFollow] = me.makeRows(of: users)
          me[result] = CommandResult(error: nil, content: CommandResult.succeedSignal)
          me.emit(success, CommandResult.succeedSignal)
        }
        On(getFollowList.failed, to: .failed) { me, reason in
          me[result] = CommandResult(error: reason, content: nil)
          me.emit(fail, reason)
        }
        On(getFollowList.error, to: .error) { me, message in
          me[result] = CommandResult(error: message, content: nil)
          me.emit(error, message)
        }
        On(cancel, to: .idle) { me, _ in me.emit(cancelled) }
      }
      State(.succeeded) { On(follow, to: .executing) { me, user in me[Follow.user] = user } }
      State(.failed) {
        On(follow, to: .executing) { me, user in me[Follow.user] = user }
        On(dismissed, to: .idle)
      }
      State(.error) {
        On(follow, to: .executing) { me, user in me[Follow.user] = user }
        On(dismissed, to: .idle)
      }
    }
  }

  static let screen = FollowScreen.screen(of: Follow.self, usersToFollow, executing, follow, cancel) {
    Alert("加载失败", on: fail, ["确定"], dismissed)
    Alert("加载出错", on: error, ["确定"], dismissed)
  }
}
