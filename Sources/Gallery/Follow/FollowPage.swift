import ViewModels

protocol FollowPage: ViewModel {
  associatedtype Asker: ViewModel
  var executing: Field<Bool> { get }
  var result: Field<CommandResult?> { get }
  var usersToFollow: Field<[Ref<FollowRow>]> { get }
  var follow: Input<String> { get }
  var cancel: Input<Void> { get }
  var cancelled: Subject<Void> { get }
  var getFollowList: ServiceToken<Asker, String, [FollowedUser]> { get }
}

extension FollowPage {
  @ScreenParts var list: [ScreenPart] {
    Button(follow, "加载")
    Button(cancel, "取消")
    List(usersToFollow, "推荐关注") { row in
      Label(row.userID, "ID")
      Label(row.name, "昵称")
    }
    HUD("加载中...", while: executing, covers: false)
  }

  @Laws var laws: Chart {
    // HZ-C2: ignores requests that continue after a cancel.
    Law("one execution runs at a time", from: [Name]()) { given, turn in
      let running = turn.requestNames(of: getFollowList)
      given.removeAll { !running.contains($0) }
      if turn.occurrences(of: .sent(cancelled)) > 0 { given = running }
      return running.count { !given.contains($0) } <= 1
    }
    // HZ-C1
    None(of: .set(result), after: .sent(cancelled), until: .became(executing, true), "no result comes after a cancel")
    // HZ-C2
    ExactlyOne(
      .any(of: .set(result), .sent(cancelled)), per: .became(executing, true), "an execution has one end, of its own")
    // HZ-C3
    Invariant("who executes ends", at: .stillness) { !$0[executing] }
    // HZ-C4
    EveryTurn("only what runs is cancelled") { turn in
      turn.occurrences(of: .sent(cancelled)) == 0 || turn.occurrences(of: .became(executing, false)) > 0
    }
    // HZ-C5
    Invariant("a result is an error or a content") { !($0[result]?.isAmbiguous ?? false) }
    // HZ-C6
    EveryTurn("whoever executes is answered") { turn in
      guard turn.cause.target == "follow", turn.cause.source == .user else { return true }
      return turn.occurrences(of: .any(of: .became(executing, true), .refused)) > 0
    }
  }
}
