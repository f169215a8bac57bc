import Testing
import ViewModels

/// A view model runs with no view at all, and does the same.
@Suite("Without a view")
struct HeadlessTests {
  static let runs: [(machine: String, throughScreen: [Stimulus], past: [Stimulus])] = [
    (
      "login@fixed",
      [
        .paste(control: "name", "12aaaaaa!"), .set(control: "password", "aaaaaa"), .tap(control: "login", nil),
        .advance(milliseconds: 1_000),
      ],
      [
        .assign(field: "name", "12aaaaaa!"), .assign(field: "password", "aaaaaa"), .send(input: "login", nil),
        .advance(milliseconds: 1_000),
      ]
    ),
    (
      "user@fixed",
      [
        .set(control: "user.name", "abcd"), .set(control: "user.pwd", "wrong"), .tap(control: "login", nil),
        .advance(milliseconds: 1_000), .dismiss(button: "确定"),
      ],
      [
        .assign(field: "user.name", "abcd"), .assign(field: "user.pwd", "wrong"), .send(input: "login", nil),
        .advance(milliseconds: 1_000), .send(input: "dismissed", nil),
      ]
    ),
    (
      "home@fixed", [.advance(milliseconds: 2_500), .tap(control: "offset", 44.0), .advance(milliseconds: 2_000)],
      [.advance(milliseconds: 2_500), .send(input: "scroll", 44.0), .advance(milliseconds: 2_000)]
    ),
    (
      "follow@fixed", [.tap(control: "follow", "10086"), .tap(control: "cancel", nil)],
      [.send(input: "follow", "10086"), .send(input: "cancel", nil)]
    ),
    (
      "purchase@fixed", [.tap(control: "buy", nil), .advance(milliseconds: 1_000)],
      [.send(input: "buy", nil), .advance(milliseconds: 1_000)]
    ),
    (
      "flickr@fixed",
      [.set(control: "searchText", "cats"), .tap(control: "execute", nil), .advance(milliseconds: 1_000)],
      [.assign(field: "searchText", "cats"), .send(input: "execute", nil), .advance(milliseconds: 1_000)]
    ),
  ]

  @Test("I12: past its screen, a view model's trace is the same", arguments: runs)
  func same(_ entry: (machine: String, throughScreen: [Stimulus], past: [Stimulus])) throws {
    let traces = try [entry.throughScreen, entry.past].map { script in
      var run = try GalleryRun(entry.machine)
      for stimulus in script { run(stimulus) }
      return run.effects.filter(\.isOfViewModel)
    }
    #expect(traces[0].count > 3)
    #expect(traces[0] == traces[1])
  }
}

extension Effect {
  /// What is left when nobody looks.
  fileprivate var isOfViewModel: Bool {
    switch self {
    case .set, .moved, .output, .requested, .replied, .cancelled, .late, .timerStarted, .timerFired, .stored, .logged,
      .broken, .limit, .crashed:
      true
    case .pushed, .popped, .alertShown, .alertClosed, .hudShown, .hudClosed, .tipShown, .tipClosed, .notified, .refused,
      .tie:
      false
    }
  }
}
