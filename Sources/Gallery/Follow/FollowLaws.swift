import ViewModels

/// What a command is held to. The original breaks each of these.
enum FollowLaws {
  static func all<V: ViewModel>(
    _ executing: Field<V.Model, Bool>, _ result: Field<V.Model, CommandResult?>,
    _ cancelled: Subject<Void>, _ request: Service<String, [FollowedUser]>
  ) -> [Property<V>] {
    [
      isAlone(request, cancelled),
      // HZ-C1
      .none(
        of: .set(result), after: .sent(cancelled), until: .became(executing, true), "no result comes after a cancel"),
      // HZ-C2: what one execution began, another one does not end.
      .exactlyOne(
        .any(of: .set(result), .sent(cancelled)), per: .became(executing, true),
        "an execution has one end, of its own"),
      // HZ-C3
      .invariant("who executes ends", at: .stillness) { !$0[executing] },
      // HZ-C4
      .everyTurn("only what runs is cancelled") { turn in
        turn.count(of: .sent(cancelled)) == 0 || turn.count(of: .became(executing, false)) > 0
      },
      // HZ-C5
      .invariant("a result is an error or a content") { !($0[result]?.isAmbiguous ?? false) },
      // HZ-C6
      .everyTurn("whoever executes is answered") { turn in
        guard turn.cause.target == "follow", turn.cause.source == .user else { return true }
        return turn.count(of: .any(of: .became(executing, true), .refused)) > 0
      },
    ]
  }

  /// HZ-C2: of what was not cancelled only one runs at a time. A request that goes on after the cancel of its execution is
  /// known by its name for as long as it runs.
  private static func isAlone<V: ViewModel>(
    _ request: Service<String, [FollowedUser]>, _ cancelled: Subject<Void>
  ) -> Property<V> {
    .law("one execution runs at a time", from: [String]()) { given, turn in
      let running = turn.requestNames(of: request)
      given.removeAll { !running.contains($0) }
      if turn.count(of: .sent(cancelled)) > 0 { given = running }
      return running.count { !given.contains($0) } <= 1
    }
  }
}
