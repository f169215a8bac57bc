import Testing
import ViewModels

@Suite("Services with a state")
struct ServiceStateTests {
  /// Steps an album and says what happened with the requests, each with its time.
  private struct Run {
    private(set) var snapshot = Album.machine.open().snapshot
    private(set) var lines: [String] = []
    private(set) var broken: [String] = []

    @discardableResult
    mutating func callAsFunction(_ stimuli: Stimulus...) -> [String] {
      lines = []
      for stimulus in stimuli {
        for turn in Album.machine.step(&snapshot, stimulus) {
          lines += turn.effects.compactMap { Run.line($0).map { "\(turn.time) \($0)" } }
          broken += turn.effects.compactMap { if case .broken(let law) = $0 { law.text } else { nil } }
        }
      }
      return lines
    }

    private static func line(_ effect: Effect) -> String? {
      switch effect {
      case .requested(let service, let input): "ask \(service) \(String(input) ?? "")"
      case .replied(let service, let outcome, let value): "\(outcome) \(service) \(String(value) ?? "")"
      case .late(let service, let outcome, let value): "late \(outcome) \(service) \(String(value) ?? "")"
      case .cancelled(let service): "cancel \(service)"
      case .refused(let name, let reason): "refused \(name): \(reason)"
      case .crashed(let fault): fault
      default: nil
      }
    }
  }

  @Test("a cache answers from what it keeps, in a turn of its own, and asks once for what it does not")
  func cache() {
    var run = Run()
    #expect(
      run(.send(input: "show", nil), .send(input: "show", nil), .advance(milliseconds: 1_000)) == [
        "0 ask photo cat", "0 ask download cat", "0 ask photo'2 cat", "1000 ok download <cat>", "1000 ok photo <cat>",
        "1000 ok photo'2 <cat>",
      ])
    #expect(run(.send(input: "show", nil)) == ["1000 ask photo cat", "1000 ok photo <cat>"])
    run(.send(input: "photoCache.clear", nil), .assign(field: "name", "dog"))
    #expect(run(.send(input: "show", nil)) == ["1000 ask photo dog", "1000 ask download dog"])
    #expect(run.broken == [])
  }

  @Test("who has a request is told; a cancel takes it out of the cache's list")
  func cancelled() {
    var run = Run()
    run(.send(input: "show", nil))
    let requests = Album.machine.requests(of: run.snapshot)
    #expect(requests.map(\.name) == ["download", "photo"])
    #expect(requests.map(\.answerer) == [nil, "photoCache"])
    #expect(run(.send(input: "cancelShow", nil)) == ["0 cancel photo"])
    #expect(Album.machine.field(at: "photoCache.waiting", of: run.snapshot)?.value == .list([]))
    #expect(run(.advance(milliseconds: 1_000)) == ["1000 ok download <cat>"])
    #expect(run(.send(input: "show", nil)).last == "1000 ok photo <cat>")
    #expect(run.broken == [])
  }

  @Test("a shared delegate tells all who wait, and the stream all who listen")
  func delegate() {
    var run = Run()
    run(.send(input: "first", nil), .assign(field: "name", "dog"), .send(input: "second", nil))
    #expect(
      run(.send(input: "delegate.receive", "about the cat")) == [
        "0 ok lookUp about the cat", "0 ok describe about the cat",
      ])
    #expect(Album.machine.field(at: "heard", of: run.snapshot)?.value == .list(["about the cat"]))
    #expect(run(.send(input: "delegate.receive", "nobody asked")) == [])
    #expect(Album.machine.field(at: "heard", of: run.snapshot)?.value == .list(["about the cat", "nobody asked"]))
  }

  @Test("the service's setting takes the place of the instance, and a typed reply answers for it")
  func settings() {
    var run = Run()
    run(.service(name: "photo", ServiceBehaviour(delay: 50, answer: .outcome(.error, "offline"), isOnce: true)))
    #expect(
      run(.send(input: "show", nil), .advance(milliseconds: 50)) == ["0 ask photo cat", "50 error photo offline"])
    #expect(run(.send(input: "show", nil)) == ["50 ask photo cat", "50 ask download cat"])
    #expect(run(.reply(request: "photo", .ok, "typed")) == ["50 ok photo typed"])
  }

  @Test("an instance that answers is made again when the app is, and is part of the machine's definition")
  func opened() {
    var run = Run()
    run(.send(input: "show", nil), .advance(milliseconds: 1_000))
    #expect(Album.machine.field(at: "photoCache.kept", of: run.snapshot)?.value == .list(["cat"]))
    var restarted = run.snapshot
    _ = Album.machine.step(&restarted, .restart)
    #expect(Album.machine.field(at: "photoCache.kept", of: restarted)?.value == .list([]))
    #expect(Album.machine.inputs.map(\.name).suffix(2) == ["photoCache.clear", "delegate.receive"])
    #expect(Album.machine.findings.filter { $0.severity == .error } == [])
  }
}
