import SeededRandom
import Testing
import ViewModels

/// Four commands, one for each policy, each with subjects of its own.
struct Desk: ViewModel {
  struct Model: ModelType, Hashable {
    var isOpen = true
    var waiting = 0
  }

  let waiting = Field(\.waiting)
  let isReady = Guard("the desk is open", \.isOpen, reads: \.isOpen)
  let ignoring = Command<Bool, Int>(.ignore, after: .seconds(1), prefixed: true) { _ in .ok(1) }
  let queueing = Command<Bool, Int>(.queue, after: .seconds(1), prefixed: true) { _ in .ok(1) }
  let restarting = Command<Bool, Int>(.restart, after: .seconds(1), prefixed: true) { _ in .ok(1) }
  let concurrent = Command<Bool, Int>(.concurrent, after: .seconds(1), prefixed: true) { _ in .ok(1) }

  static var all: [Command<Bool, Int>] { [Desk.ignoring, Desk.queueing, Desk.restarting, Desk.concurrent] }

  var chart: Chart {
    Run(ignoring, enabled: isReady) { $0.isOpen }
    Run(queueing, when: isReady, queued: waiting) { $0.isOpen }
    Run(restarting) { $0.isOpen }
    Run(concurrent) { $0.isOpen }
  }
}

@Suite("Commands and their policies")
struct CommandWordTests {
  private let machine = Machine(Desk.self, name: "desk", variant: "one", summary: "a desk")

  private func effects(_ stimulus: Stimulus, _ snapshot: inout Snapshot) -> [Effect] {
    machine.step(&snapshot, stimulus).flatMap(\.effects)
  }

  private func send(_ input: String, _ snapshot: inout Snapshot) -> [Effect] {
    effects(.send(input: input, nil), &snapshot)
  }

  /// What each command did, in the words of the output lines: moves, requests, ends.
  private func lines(_ effects: [Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .moved(_, let from, let to): "\(from) -> \(to)"
      case .requested(let service, _): "request \(service)"
      case .replied(let service, let outcome, _): "\(service) \(outcome)"
      case .cancelled(let service): "cancelled \(service)"
      case .output(let subject, _): subject.text
      case .refused(_, let reason): "refused: \(reason)"
      case .set(let field, _, let new): "\(field) \(Int(new) ?? -1)"
      case .broken(let property): "broken \(property)"
      default: "\(effect)"
      }
    }
  }

  @Test("a command is a region with the six phases")
  func phases() {
    var (snapshot, _) = machine.open()
    #expect(machine.regions(of: snapshot).map(\.state) == ["idle", "idle", "idle", "idle"])
    #expect(
      lines(send("ignoring", &snapshot)) == ["idle -> validating", "validating -> executing", "request ignoringCall"])
    #expect(
      lines(effects(.advance(milliseconds: nil), &snapshot)) == [
        "ignoringCall ok", "executing -> succeeded", "ignoringSuccess",
      ])
    for (outcome, phase, subject) in [
      (Outcome.fail, "failed", "ignoringFail"), (.error, "error", "ignoringError"),
    ] {
      _ = send("ignoring", &snapshot)
      let replied = lines(effects(.reply(request: "ignoringCall", outcome, "r"), &snapshot))
      #expect(replied == ["ignoringCall \(outcome)", "executing -> \(phase)", subject])
    }
    #expect(machine.properties(of: snapshot).allSatisfy { !$0.isBroken })
  }

  @Test("the enabled rule refuses with what it read; the check while validating falls back")
  func rules() {
    var (snapshot, _) = machine.open()
    _ = effects(.assign(field: "isOpen", false), &snapshot)
    #expect(lines(send("ignoring", &snapshot)) == ["refused: 'the desk is open' does not hold (isOpen false)"])
    #expect(lines(send("queueing", &snapshot)) == ["idle -> validating", "validating -> idle"])
  }

  @Test("ignore: a second execution is refused, and says that one runs")
  func ignore() {
    var (snapshot, _) = machine.open()
    _ = send("ignoring", &snapshot)
    #expect(lines(send("ignoring", &snapshot)) == ["refused: already executing"])
  }

  @Test("queue: executions run one after the other, also behind a failure, and cancel empties the queue")
  func queue() {
    var (snapshot, _) = machine.open()
    _ = effects(
      .service(name: "queueingCall", ServiceBehaviour(answer: .outcome(.fail, "no"), isOnce: true)), &snapshot)
    _ = send("queueing", &snapshot)
    #expect(lines(send("queueing", &snapshot)) == ["waiting 1"])
    #expect(lines(send("queueing", &snapshot)) == ["waiting 2"])
    #expect(
      lines(effects(.advance(milliseconds: nil), &snapshot)) == [
        "queueingCall fail", "executing -> failed", "queueingFail", "failed -> validating", "waiting 1",
        "validating -> executing", "request queueingCall",
      ])
    #expect(
      lines(send("cancelQueueing", &snapshot)) == ["cancelled queueingCall", "executing -> idle", "waiting 0"])
    #expect(lines(effects(.advance(milliseconds: 5_000), &snapshot)) == [])
    #expect(machine.properties(of: snapshot).allSatisfy { !$0.isBroken })
  }

  @Test("restart: the execution that runs is cancelled, and only the last one has a result")
  func restart() {
    var (snapshot, _) = machine.open()
    _ = send("restarting", &snapshot)
    _ = effects(.advance(milliseconds: 500), &snapshot)
    #expect(
      lines(send("restarting", &snapshot)) == [
        "cancelled restartingCall", "executing -> validating", "validating -> executing", "request restartingCall",
      ])
    #expect(
      lines(effects(.advance(milliseconds: 5_000), &snapshot)) == [
        "restartingCall ok", "executing -> succeeded", "restartingSuccess",
      ])
    #expect(machine.properties(of: snapshot).allSatisfy { !$0.isBroken })
  }

  @Test("concurrent: executions run beside each other, and the last one ends the phase")
  func concurrent() {
    var (snapshot, _) = machine.open()
    _ = send("concurrent", &snapshot)
    #expect(lines(send("concurrent", &snapshot)) == ["request concurrentCall'2"])
    #expect(
      lines(effects(.reply(request: "concurrentCall", .fail, "no"), &snapshot)) == [
        "concurrentCall fail", "concurrentFail",
      ])
    #expect(
      lines(effects(.advance(milliseconds: nil), &snapshot)) == [
        "concurrentCall'2 ok", "executing -> succeeded", "concurrentSuccess",
      ])
    _ = send("concurrent", &snapshot)
    _ = send("concurrent", &snapshot)
    #expect(
      lines(send("cancelConcurrent", &snapshot)) == [
        "cancelled concurrentCall", "cancelled concurrentCall'2", "executing -> idle",
      ])
    #expect(machine.properties(of: snapshot).allSatisfy { !$0.isBroken })
  }

  @Test("cancel while nothing runs is refused")
  func idleCancel() {
    var (snapshot, _) = machine.open()
    #expect(lines(send("cancelIgnoring", &snapshot)) == ["refused: no transition in idle, idle, idle, idle"])
  }

  @Test("an execution that is never answered breaks the law of ends in the turn after which nothing waits")
  func never() {
    var (snapshot, _) = machine.open()
    _ = effects(.service(name: "restartingCall", ServiceBehaviour(answer: .never)), &snapshot)
    #expect(
      lines(send("restarting", &snapshot)).last
        == "broken every execution of 'restarting' ends in exactly one outcome, or is cancelled")
  }

  @Test("the laws hold on every walk: whatever is sent, answered and let pass", arguments: 0..<6)
  func walks(seed: Int) {
    var (snapshot, _) = machine.open()
    var random = SplitMix64(seed: seed)
    let inputs = Desk.all.flatMap { [$0.execute.name.text, $0.cancel.name.text] }
    for _ in 0..<120 {
      let choice = random.below(.max)
      let open = machine.requests(of: snapshot)
      switch choice % 4 {
      case 0 where !open.isEmpty:
        let outcome = Outcome.allCases[choice / 4 % 3]
        let value: Value = outcome == .ok ? 1 : "r"
        _ = effects(.reply(request: open[choice / 16 % open.count].name.text, outcome, value), &snapshot)
      case 1: _ = effects(.advance(milliseconds: choice / 4 % 1_500), &snapshot)
      default: _ = send(inputs[choice / 4 % inputs.count], &snapshot)
      }
    }
    #expect(machine.properties(of: snapshot).filter(\.isBroken) == [])
    #expect(snapshot.fault == nil)
  }
}
