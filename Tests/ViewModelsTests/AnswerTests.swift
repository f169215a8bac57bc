import Testing

@testable import Statecharts
@testable import ViewModels

/// What a definition's answer may say.
struct AnswerTests {
  private let service = ServiceToken<Printer, Int, String>("find", after: .seconds(1)) { number in
    switch number {
    case 0: .never
    case 1: .ok("x").after(.milliseconds(50))
    case 2: .fail("no").twice
    case 3: .error("lost").late
    default: .ok("y").after(.seconds(2)).twice.late
    }
  }

  @Test("an answer never comes, or at a time of its own, twice, late, or all of it")
  func answers() {
    let expected: [(Outcome?, Value, Int?, Bool, Bool)] = [
      (nil, .null, nil, false, false), (.ok, "x", 50, false, false), (.fail, "no", nil, true, false),
      (.error, "lost", nil, false, true), (.ok, "y", 2_000, true, true),
    ]
    for (number, (outcome, value, delay, isTwice, isLate)) in expected.enumerated() {
      var answer = ServiceAnswer(outcome, value)
      answer.delay = delay
      answer.isTwice = isTwice
      answer.isLate = isLate
      #expect(service.facts.own.answer(.int(number)) == answer)
    }
    #expect(service.facts.own.answer("text").outcome == .error)
  }

  /// A printer prints one job at a time; its chart waits for the jobs, and for one that is given up.
  struct Printer: ViewModel {
    struct Model: ModelType {
      var job: Asked<String, Int>?
    }
    static let templateName = "printer"
    let print = Service<String, Int>(by: Printer.self)
    var chart: Chart {
      Region("printer") {
        State(.idle) { On(print.asked, to: .executing) { $0.job = $1 } }
        State(.executing) {
          On(print.dropped, to: .idle)
          On(print.asked) { $0.answer($1, .fail("busy")) }
          After(.seconds(2), to: .idle) { me in
            if let asked = me.job { me.answer(asked, .ok(asked.input.utf8.count)) }
          }
        }
      }
    }
  }

  struct Office: ViewModel {
    struct Model: ModelType {
      var text = "abc"
    }
    let send = Command<String, Int>(.concurrent, service: "print", by: Printer.self)
    var chart: Chart { Run(send) { $0.text } }
    static let machine = Machine(Office.self, name: "office", variant: "one", summary: "a printer")
  }

  private func lines(_ snapshot: inout Snapshot, _ stimulus: Stimulus) -> [String] {
    Office.machine.step(&snapshot, stimulus).flatMap { turn in
      turn.effects.compactMap { effect -> String? in
        switch effect {
        case .replied(let name, let outcome, let value): "\(turn.time) \(outcome) \(name) \(ValueText(value))"
        case .moved("printer.printer", let from, let to): "\(turn.time) \(from) -> \(to)"
        case .broken(let law): law.text
        case .crashed(let fault): fault
        default: nil
        }
      }
    }
  }

  @Test("the chart of the view model that answers waits for requests and for those that end without an answer")
  func chart() {
    var snapshot = Office.machine.open().snapshot
    #expect(lines(&snapshot, .send(input: "send", nil)) == ["0 idle -> executing"])
    #expect(lines(&snapshot, .send(input: "send", nil)) == ["0 fail print'2 busy"])
    #expect(lines(&snapshot, .advance(milliseconds: 2_000)) == ["2000 executing -> idle", "2000 ok print 3"])
    _ = lines(&snapshot, .send(input: "send", nil))
    #expect(lines(&snapshot, .send(input: "cancelSend", nil)) == ["2000 executing -> idle"])
    #expect(lines(&snapshot, .advance(milliseconds: 9_000)) == [])
  }

  @Test("an instance that answers no service of the machine is a fault")
  func answererOfNoService() {
    struct Lost: ViewModel {
      struct Model: ModelType {}
      var chart: Chart { SetUp { me in _ = me.service(Printer.self) } }
    }
    let machine = Machine(Lost.self, name: "lost", variant: "one", summary: "lost")
    #expect(machine.open().snapshot.fault == "'printer' is not an answer to a service of this machine")
  }
}

/// A value as a word.
private struct ValueText: CustomStringConvertible {
  let description: String

  init(_ value: Value) {
    description = String(value) ?? Int(value).map(String.init) ?? "nil"
  }
}
