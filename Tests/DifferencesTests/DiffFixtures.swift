import Differences
import Traces
import Turns

/// Hand-made runs for the tests of the difference.
enum DiffFixture {
  static func trace(
    _ turns: [Turn], of machine: Name = "login@fixed", definition: String = "", case title: String = "",
    phase: [RegionState] = [RegionState("login", "idle")], fields: [Member] = [Member("name", "")]
  ) -> Trace {
    let header = Trace.Header(machine: machine, definition: definition, title: title, phase: phase, fields: fields)
    return Trace(header: header, turns: turns, end: Trace.End(phase: phase, time: turns.last?.time ?? 0))
  }

  /// A turn of the user's.
  static func user(
    _ event: String, _ target: String, value: Value? = nil, isHeld: Bool = false, at time: Int = 0,
    _ effects: Effect...
  ) -> Turn {
    Turn(time: time, cause: Cause(.user, event, on: target, value: value, isHeld: isHeld), effects: effects)
  }

  static func reply(at time: Int, _ effects: Effect...) -> Turn {
    Turn(time: time, cause: Cause(.reply, "ok", on: "authenticate"), effects: effects)
  }

  static func hop(at time: Int = 0, _ effects: Effect...) -> Turn {
    Turn(time: time, cause: Cause(.hop, "push", on: "home"), effects: effects)
  }

  static func text(_ a: Trace, _ b: Trace, by policy: DifferencePolicy = DifferencePolicy()) -> String {
    DifferencePrinter().lines(policy.applied(to: TraceDifference(from: a, to: b))).joined(separator: "\n")
  }
}

/// The double push of seed 000: a held tap, and a second one before the first page came.
enum DoublePush {
  private static let fields = [
    Member("name", ""), Member("password", .secret("")), Member("loginEnabled", false),
  ]

  private static let typing = [
    DiffFixture.user("paste", "name", value: "aaaaaa", .set(field: "name", old: "", new: "aaaaaa")),
    DiffFixture.user(
      "set", "password", value: .secret("aaaaaa"), .set(field: "password", old: .secret(""), new: .secret("aaaaaa")),
      .set(field: "loginEnabled", old: false, new: true)),
  ]

  static let original = DiffFixture.trace(
    typing + [
      DiffFixture.user(
        "tap", "login", isHeld: true, .moved(region: "login", from: "idle", to: "validating"),
        .moved(region: "login", from: "validating", to: "executing"),
        .moved(region: "login", from: "executing", to: "succeeded"), .output(subject: "success", value: "s-1")),
      DiffFixture.user(
        "tap", "login", .moved(region: "login", from: "succeeded", to: "validating"),
        .moved(region: "login", from: "validating", to: "executing"),
        .moved(region: "login", from: "executing", to: "succeeded"), .output(subject: "success", value: "s-1")),
      DiffFixture.hop(.pushed(page: "home")),
      DiffFixture.hop(.pushed(page: "home'2")),
    ], of: "login@original", definition: "0f3a11c2d9e8", fields: fields)

  static let fixed = DiffFixture.trace(
    typing + [
      DiffFixture.user(
        "tap", "login", isHeld: true, .moved(region: "login", from: "idle", to: "validating"),
        .moved(region: "login", from: "validating", to: "executing"),
        .requested(service: "authenticate", input: ["name": "aaaaaa", "password": .secret("aaaaaa")])),
      DiffFixture.user("tap", "login", .refused(name: "login", reason: "already executing")),
      DiffFixture.reply(
        at: 1_000, .replied(service: "authenticate", outcome: .ok, value: "s-1"),
        .moved(region: "login", from: "executing", to: "succeeded"), .output(subject: "success", value: "s-1")),
      DiffFixture.hop(at: 1_000, .pushed(page: "home")),
    ], of: "login@fixed", definition: "4f1c9e02a7d3", fields: fields)
}
