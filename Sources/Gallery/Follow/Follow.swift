import ViewModels

/// The follow list as fixed: a result belongs to its execution, and a cancel ends the request.
struct Follow: FollowPage {
  struct Model: ModelType {
    var executing = false
    var result: CommandResult?
    var user = ""
    var usersToFollow: [Ref<FollowRow>] = []
    var userCount: Int { usersToFollow.count }
  }

  let executing = Field(\.executing, named: "followCommand.executing")
  let result = Field(\.result, named: "followCommand.result", samples: ["found": .found])
  let user = Field(\.user, samples: ["me": "10086", "nobody": ""])
  let usersToFollow = Field(\.usersToFollow)
  let userCount = Field(\.userCount, from: \.usersToFollow)
  let follow = Input<String>(samples: ["follower": "10086", "noOne": ""])
  let cancel = Input()
  let dismissed = Input()
  let success = Subject<String>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let cancelled = Subject<Void>()
  let getFollowList = Service<String, [FollowedUser]>(
    after: .seconds(1), timeout: .request, samples: FollowedUser.samples, FollowedUser.suggested)

  var chart: Chart {
    Region("followCommand") {
      State(.idle) { On(follow, to: .executing) { $0.user = $1 } }
      State(.executing) {
        OnEntry { $0.executing = true }
        OnExit { $0.executing = false }
        Invoke(getFollowList) { $0.user }
        On(getFollowList.succeeded, to: .succeeded) { me, users in
          me.usersToFollow = me.makeRows(of: users)
          me.result = .found
          me.emit(success, CommandResult.succeedSignal)
        }
        On(getFollowList.failed, to: .failed) { me, reason in
          me.result = CommandResult(error: reason)
          me.emit(fail, reason)
        }
        On(getFollowList.error, to: .error) { me, message in
          me.result = CommandResult(error: message)
          me.emit(error, message)
        }
        On(cancel, to: .idle) { $0.emit(cancelled) }
      }
      State(.succeeded) { On(follow, to: .executing) { $0.user = $1 } }
      State(.failed) {
        On(follow, to: .executing) { $0.user = $1 }
        On(dismissed, to: .idle)
      }
      State(.error) {
        On(follow, to: .executing) { $0.user = $1 }
        On(dismissed, to: .idle)
      }
    }
  }

  var screen: Screen {
    Screen("关注列表") {
      list
      Alert("加载失败", on: fail, ["确定"], dismissed)
      Alert("加载出错", on: error, ["确定"], dismissed)
    }
  }
}
