import ViewModels

/// The follow list with the block command as published. Bugs: results after a cancel (HZ-C1), cancelled requests
/// that continue beside new ones (HZ-C2), endless execution without an answer (HZ-C3), cancels when nothing runs
/// (HZ-C4), results with error and content or neither (HZ-C5), silent refusals (HZ-C6).
struct FollowOriginal: FollowPage {
  struct Model: ModelType {
    var executing = false
    var result: CommandResult?
    var usersToFollow: [Ref<FollowRow>] = []
    var userCount: Int { usersToFollow.count }
  }

  static let templateName = "Follow"

  let executing = Field(\.executing, named: "followCommand.executing")
  let result = Field(\.result, named: "followCommand.result", samples: ["found": .found])
  let usersToFollow = Field(\.usersToFollow)
  let userCount = Field(\.userCount, from: \.usersToFollow)
  let follow = Input<String>(samples: ["follower": "10086", "noOne": ""])
  let cancel = Input()
  /// The article's completion handler, which any code may call repeatedly.
  let done = Input<CommandResult>(
    samples: ["both": CommandResult(error: "出错", content: CommandResult.succeedSignal)])
  let dismissed = Input()
  let success = Subject<String>()
  let fail = Subject<String>()
  let cancelled = Subject<Void>()
  var getFollowList: ServiceToken<FollowRequest, String, [FollowedUser]> { FollowRequest.getFollowList }

  /// The option Initial first reports nil (HZ-A3).
  let tellResult = Handler<Change<CommandResult?>> { me, change in
    guard let result = change.new ?? nil else { return }
    if let content = result.content { me.emit(FollowOriginal.success, content) }
    if let error = result.error { me.emit(FollowOriginal.fail, error) }
  }

  var chart: Chart {
    Uses(FollowRequest.self)
    SetUp { $0.follow(\.result, of: $0.ref, tellResult) }
    Region("followCommand") {
      // Sets the result first, so that its observers still see `executing`.
      On(done, to: .idle) { me, result in
        me.result = result
        me.executing = false
      }
      On(cancel, to: .idle) { me in
        me.emit(cancelled)
        me.executing = false
      }
      On(dismissed)
      State(.idle) {
        On(follow, to: .executing) { me, user in
          me.executing = true
          let request = me[me.make(FollowRequest.self, at: "request")]
          request.page = me.ref
          request.user = user
        }
      }
      State(.executing) { On(follow) }  // ignored silently
    }
  }

  var screen: Screen {
    Screen("关注列表") {
      list
      Alert("加载失败", on: fail, ["确定"], dismissed)
    }
  }
}

struct FollowRequest: ViewModel {
  struct Model: ModelType {
    var page = Ref<FollowOriginal>(InstanceID(0))
    var user = ""
  }

  static let templateName = "request"

  let user = Field(\.user, samples: ["me": "10086"])
  let getFollowList = Service<String, [FollowedUser]>(
    after: .seconds(1), samples: FollowedUser.samples, FollowedUser.suggested)

  var chart: Chart {
    Region("request") {
      State(.executing) {
        Invoke(getFollowList) { $0.user }
        On(getFollowList.succeeded, to: .succeeded) { me, users in
          let page = me[me.page]
          page.usersToFollow = page.makeRows(of: users)
          page.raise(FollowOriginal.done, .found)
        }
        On(getFollowList.failed, to: .failed) { $0[$0.page].raise(FollowOriginal.done, CommandResult(error: $1)) }
        On(getFollowList.error, to: .error) { $0[$0.page].raise(FollowOriginal.done, CommandResult(error: $1)) }
      }
      State(.succeeded)
      State(.failed)
      State(.error)
    }
  }
}
