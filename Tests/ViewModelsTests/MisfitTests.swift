import Statecharts
import Testing
import ViewModels

/// A desk that takes values of many forms, from the hand, from the program and from a service.
private struct TicketDesk: ViewModel {
  struct Ticket: Hashable, ValueConvertible {
    var seat = 0
    var row = ""

    init() {}
    var value: Value { ["seat": .int(seat), "row": .string(row)] }
    init?(_ value: Value) {
      guard let seat = value["seat"].flatMap(Int.init), let row = value["row"].flatMap(String.init) else { return nil }
      self.seat = seat
      self.row = row
    }
    static var shape: Shape { .record }
  }

  struct Model: ModelType {
    var name = ""
    var pin = Secret<String>("")
    var count = 0
    var tickets: [Ticket] = []
  }

  static let templateName = "desk"

  let name = Field(\.name)
  let pin = Field(\.pin)
  let count = Field(\.count)
  let tickets = Field(\.tickets, samples: ["one": [Ticket()]])
  let open = Input()
  let take = Input<Int>()
  let ask = Input()
  let issue = Service<Int, Ticket>(after: .seconds(1), samples: ["first": Ticket()]) { _ in .never }

  var chart: Chart {
    Region("desk") {
      On(open)
      On(take) { $0.count = $1 }
      State(.idle) { On(ask, to: .executing) }
      State(.executing) {
        Invoke(issue) { $0.count }
        On(issue.succeeded, to: .idle) { me, ticket in me.tickets.append(ticket) }
        On(issue.failed, to: .idle) { $0.name = $1 }
      }
    }
  }

  var screen: Screen {
    Screen("TicketDesk") {
      TextField(name, "name")
      Button(open, "open")
      Button(take, "take")
      Button(ask, "ask")
    }
  }
}

@Suite("Values of another form")
struct MisfitTests {
  private let machine = Machine(TicketDesk.self, name: "desk", variant: "one", summary: "a desk")

  /// What a stimulus is refused with; it must have done nothing else.
  private func refusal(of stimulus: Stimulus, after first: Stimulus? = nil) -> String? {
    var snapshot = machine.open().snapshot
    if let first { _ = machine.step(&snapshot, first) }
    let before = snapshot
    let effects = machine.step(&snapshot, stimulus).flatMap(\.effects)
    #expect(snapshot.fault == nil && machine.fields(of: snapshot) == machine.fields(of: before))
    guard effects.count == 1, case .refused(_, let reason) = effects[0] else { return nil }
    return reason
  }

  private static let record = "a record {seat, row}"

  @Test(
    "what cannot be read is refused, with the form that is needed",
    arguments: [
      (Stimulus.send(input: "open", "x"), "'open' accepts no value"),
      (.send(input: "take", "x"), "'take' accepts a whole number, not a text"),
      (.send(input: "take", nil), "'take' needs a value: a whole number"),
      (.tap(control: "open", 1), "'open' accepts no value"),
      (.tap(control: "take", true), "'take' accepts a whole number, not true or false"),
      (.tap(control: "take", nil), "'take' needs a value: tap take VALUE"),
      (.set(control: "name", 3), "'name' accepts a text, not a whole number"),
      (.assign(field: "count", "x"), "'count' accepts a whole number, not a text"),
      (.assign(field: "count", .null), "'count' needs a value: a whole number"),
      (.assign(field: "pin", .secret(4)), "'pin' accepts a text, not a whole number"),
      (
        .assign(field: "tickets", [["seat": 1]]),
        "'tickets' accepts a list, each element \(record), but this value has another form"
      ),
      (
        .service(name: "issue", ServiceBehaviour(answer: .outcome(.ok, "x"))),
        "'issue ok' accepts \(record), not a text"
      ),
      (
        .service(name: "issue", ServiceBehaviour(answer: .twice(.ok, ["seat": 1]))),
        "'issue ok' accepts \(record), but this value has another form"
      ),
      (
        .service(name: "issue", ServiceBehaviour(answer: .outcome(.fail, 4))),
        "'issue fail' accepts a text, not a whole number"
      ),
    ])
  func refused(_ stimulus: Stimulus, _ reason: String) {
    #expect(refusal(of: stimulus) == reason)
  }

  @Test("a typed reply that cannot be read is refused, and the request goes on")
  func reply() {
    let asked = Stimulus.send(input: "ask", nil)
    #expect(
      refusal(of: .reply(request: "issue", .ok, 4), after: asked)
        == "'issue ok' accepts \(Self.record), not a whole number")
    #expect(
      refusal(of: .reply(request: "issue", .error, ["a": 1]), after: asked)
        == "'issue error' accepts a text, not a record")
    var snapshot = machine.open().snapshot
    _ = machine.step(&snapshot, asked)
    _ = machine.step(&snapshot, .reply(request: "issue", .ok, 4))
    #expect(machine.requests(of: snapshot).map(\.name) == ["issue"])
    _ = machine.step(&snapshot, .reply(request: "issue", .ok, ["seat": 3, "row": "b"]))
    #expect(machine.field(at: "tickets", of: snapshot)?.value == [["seat": 3, "row": "b"]])
  }
}
