import Testing
import ViewModels

/// The slim architecture: every stage can be replaced, and the view model does not notice.
@Suite("The slim architecture")
struct HeadlinesTests {
  static let variants = ["headlines@fixed", "headlines@dummy", "headlines@headless"]

  /// What the view model did, when it did it.
  private func viewModelTrace(of title: String) throws -> [String] {
    var run = try GalleryRun(title)
    var trace: [String] = run.opening.filter(\.isOfViewModel).map { "0 \($0)" }
    let script: [Stimulus] = [
      .send(input: "refresh", nil), .advance(milliseconds: 600), .send(input: "open", 1), .send(input: "open", 7),
      .service(name: "requestHeadlines", ServiceBehaviour(answer: .outcome(.error, "offline"))),
      .send(input: "refresh", nil), .advance(milliseconds: nil),
    ]
    for stimulus in script {
      let turns = run.machine.step(&run.snapshot, stimulus)
      trace += turns.flatMap { turn in turn.effects.filter(\.isOfViewModel).map { "\(turn.time) \($0)" } }
    }
    return trace
  }

  @Test("I12: without a view, and with a dummy for the view manager, the view model's trace is the same")
  func replaced() throws {
    let traces = try Self.variants.map(viewModelTrace)
    #expect(traces[0].count > 8)
    #expect(traces[1] == traces[0])
    #expect(traces[2] == traces[0])
  }

  @Test("data flows from the view model over the controller and the view manager to the view")
  func flow() throws {
    var run = try GalleryRun("headlines@fixed")
    run.tap("refresh")
    run.advance(600)
    #expect(run.shown("lines") == ["架构 - 甲", "绑定 - 乙"])
    #expect(run(.tap(control: "open", 1)).pushes == ["story"])
    #expect(run.machine.screen(of: run.snapshot).title == "绑定")
  }

  @Test("a row that there is not, a refusal and a breakdown are told by tips")
  func failures() throws {
    var run = try GalleryRun("headlines@fixed")
    #expect(run(.tap(control: "open", 1)).tips == ["没有这一条"])
    #expect(run(.tap(control: "open", nil)).refusals == ["'open' needs a value: tap open VALUE"])
    #expect(run(.tap(control: "open", "one")).refusals == ["'open' accepts a whole number, not a text"])
    run.answer("requestHeadlines", .fail, "稍后再试")
    run.tap("refresh")
    #expect(run.advance(600).tips == ["稍后再试"])
    run.silence("requestHeadlines")
    run.tap("refresh")
    #expect(run.advance(10_000).tips == ["请求超时"])
  }
}

extension Effect {
  fileprivate var isOfViewModel: Bool {
    switch self {
    case .set(let name, _, _), .moved(let name, _, _), .output(let name, _): name.text.hasPrefix("viewModel.")
    case .requested, .replied, .cancelled, .late: true
    default: false
    }
  }
}
