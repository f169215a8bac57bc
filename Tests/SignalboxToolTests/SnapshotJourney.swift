import Testing

/// Commands that leave something under way at every moment: timers, requests, executions, detached rows, held work.
struct SnapshotJourney: Sendable, CustomTestStringConvertible {
  var machine: String
  var commands: [String]
  /// What one of its snapshots holds besides machines.
  var holds: [String]

  var testDescription: String { machine }

  static let all = [
    SnapshotJourney(
      machine: "login@fixed",
      commands: [
        "set name \"aaaaaa\"", "set password $right", "hold tap login", "advance 300ms",
        "service authenticate twice fail",
        "advance", "dismiss", "tap login", "advance 1s",
      ], holds: ["request", "answer"]),
    SnapshotJourney(
      machine: "login@original",
      commands: ["set name \"aaaaaa\"", "set password $right", "hold tap login", "tap login", "back"], holds: []),
    SnapshotJourney(
      machine: "user@fixed",
      commands: [
        "set user.name \"abcd\"", "set user.pwd $right", "service authenticate never", "tap login", "advance 400ms",
        "reply authenticate error \"超时\"", "tap login", "advance",
      ], holds: ["request", "stage"]),
    SnapshotJourney(
      machine: "user@original",
      commands: ["set user.name \"abcd\"", "set user.pwd $right", "hold tap login", "tap login", "dismiss", "back"],
      holds: ["stage"]),
    SnapshotJourney(
      machine: "command@fixed",
      commands: [
        "service find error \"offline\" once", "set query \"cats\"", "hold tap search", "advance 500ms", "advance",
        "dismiss", "send search", "advance",
      ], holds: ["command", "execution", "request", "elapsed", "deliver", "subject"]),
    SnapshotJourney(
      machine: "command@original",
      commands: ["set query \"cats\"", "tap search", "advance 500ms", "advance", "send search", "advance"],
      holds: ["command", "execution"]),
    SnapshotJourney(
      machine: "goods@fixed",
      commands: [
        "advance 1s", "service toggleLike 5s", "tap items[0].like", "service requestGoods ok $emptyPage once",
        "send pullDown", "advance 2s", "advance 5s",
      ], holds: ["request", "elapsed", "detached"]),
    SnapshotJourney(
      machine: "goods@rac",
      commands: [
        "hold advance 600ms", "advance 1s", "tap items[0].like", "send pullDown", "advance 100ms", "advance 2s",
      ],
      holds: ["command", "execution", "request"]),
    SnapshotJourney(
      machine: "phone-app@fixed",
      commands: [
        "tap fill", "advance 300ms", "advance 450ms", "tap login", "advance 500ms", "advance 2s", "tap items[0]",
      ],
      holds: ["request", "answer"]),
    SnapshotJourney(
      machine: "flickr@fixed",
      commands: [
        "service search ok $many once", "set searchText $cats", "tap execute", "advance 400ms", "advance", "back",
        "set searchText \"dogs\"", "tap execute", "advance",
      ], holds: ["request", "stage"]),
    SnapshotJourney(
      machine: "flickr@original",
      commands: ["set searchText $cats", "tap execute", "advance 100ms", "back", "set searchText \"dogs\"", "advance"],
      holds: ["request", "stage"]),
    SnapshotJourney(
      machine: "login-app@original",
      commands: [
        "set name \"aaaaaa\"", "set password $right", "tap login", "advance 1s", "advance 900ms", "back", "advance 3s",
      ], holds: ["repeat", "stage"]),
    SnapshotJourney(
      machine: "follow@original", commands: ["tap follow 10010", "advance 100ms", "advance 1s"], holds: ["registration"]
    ),
  ]
}
