import ViewModels

/// What a home page is held to. The original breaks each of these.
enum HomeLaws {
  static func all<V: ViewModel>(
    _ rows: Field<V.Model, [Ref<HomeRow>]>, tick: @escaping @Sendable (Ref<V>) -> HandlerValue
  ) -> [Property<V>] {
    [
      // HZ-E1, HZ-E7: a total is what was answered and the ticks since; nothing is counted from nothing.
      .law("a tick makes no totals", from: 0) { known, turn in
        let before = known
        known = turn[rows].count { turn[$0, HomeRow.totalNumber].flatMap { Int($0) } != nil }
        return turn.cause.source != .timer || known == before
      },
      // HZ-E2
      .invariant("no more than one timer runs") { $0.waiting(for: tick($0.me)) <= 1 },
      // HZ-E3
      .invariant("no timer runs when the page was left") { $0.waiting(for: tick($0.me)) == 0 || !$0.isIn(.idle) },
      // HZ-E5
      .law("a reload blanks no total", from: 0) { shown, turn in
        let before = shown
        shown = turn[rows].count { turn[$0, HomeRow.totalNumber] != nil }
        return shown > 0 || before == 0 || turn[rows].isEmpty
      },
    ]
  }
}
