import Differences
import Statecharts
import Testing
import ViewModels

@testable import Exploration

/// A booth with a call that no control makes, a button that is enabled by nothing, and a clerk who never refuses.
private struct Booth: ViewModel {
  struct Model: ModelType, Hashable {
    var isOpen = false
  }

  let isOpen = Field(\.isOpen)
  let clerk = Service<Int, Int>(after: .seconds(1)) { .ok($0) }
  let ask = Input()
  let leave = Input()
  let call = Input()

  var chart: Chart {
    Region("booth") {
      State("idle") {
        On(ask, to: "asking")
        On(call, to: "called")
        On(leave, to: "gone")
      }
      State("asking") {
        Invoke(clerk) { _ in 1 }
        On(clerk.succeeded, to: "idle")
        On(clerk.failed, to: "lost")
      }
      State("called") { On(ask, to: "idle") }
      State("lost") { On(ask, to: "idle") }
      State("gone") { On(ask, to: "idle") }
    }
  }

  var laws: Chart {
    Invariant("it is somewhere") { _ in true }
    AtMost(1, .entered("booth", "asking"), since: .entered("booth", "idle"), "it asks once")
    None(
      of: .entered("booth", "asking"), after: .entered("booth", "called"), until: .entered("booth", "idle"),
      "a call is taken first")
    EveryTurn("it asks once a turn") { $0.occurrences(of: .entered("booth", "asking")) <= 1 }
    EveryTurn("it is lost once a turn") { $0.occurrences(of: .entered("booth", "lost")) <= 1 }
    EveryTurn("it is open or not") { $0.isOpen || !$0.isOpen }
  }

  var screen: Screen {
    Screen("Booth") {
      Button(ask, "Ask")
      Button(leave, "Leave", enabled: isOpen)
    }
  }

  static var machine: Machine { Machine(Self.self, name: "booth", variant: "fixed", summary: "A booth") }
}

/// Six rows, each with a button.
private struct Hall: ViewModel {
  struct Model: ModelType {
    var seats: [Ref<Seat>] = []
  }

  let seats = Field(\.seats, key: \Seat.Model.id)
  let open = Input()

  var chart: Chart {
    Region("hall") {
      State("closed") {
        On(open, to: "open") { me in me.seats = (0..<6).map { id in me.make(Seat.self) { $0.id = id } } }
      }
      State("open")
    }
  }

  var screen: Screen {
    Screen("Hall") {
      Button(open, "Open")
      List(seats, "Seats") { seat in Button(seat.take, "Take") }
    }
  }

  static var machine: Machine { Machine(Self.self, name: "hall", variant: "fixed", summary: "A hall") }
}

private struct Seat: ViewModel {
  struct Model: ModelType, Hashable {
    var id = 0
  }

  let id = Field(\.id)
  let take = Input()

  var chart: Chart {
    Region("seat") {
      State("free") { On(take, to: "taken") }
      State("taken")
    }
  }
}

/// What a search did not do is counted while it runs.
@Suite("What was not tried")
struct UntriedTests {
  private func untried(
    of machine: Machine = Booth.machine, _ change: (inout SearchOptions) -> Void = { _ in }
  ) -> Untried {
    var options = SearchOptions()
    change(&options)
    var search = Search(machine, options)
    search.run()
    return search.report.untried
  }

  private static let items = [
    Untried.Item(.input, "call", .uncalled), Untried.Item(.control, "leave", .impossible),
    Untried.Item(.outcome, "clerk fail", .unanswered), Untried.Item(.state, "booth.called", .unreached),
    Untried.Item(.state, "booth.lost", .unreached), Untried.Item(.state, "booth.gone", .unreached),
  ]
  private static let laws = ["a call is taken first", "it is lost once a turn"]

  @Test("inputs, controls, outcomes and states, each with its reason, and laws whose trigger never occurred")
  func complete() {
    for workers in [1, 2] {
      let untried = untried { $0.workers = workers }
      #expect(untried.items == Self.items && untried.laws == Self.laws)
    }
    let measured = untried { $0.measures = true }
    #expect(measured.items == Self.items && measured.laws == Self.laws)
  }

  @Test("past the screen the call comes and the button is enabled; with any answer nothing is left")
  func further() {
    let past = untried { $0.domain.isPastTheScreen = true }
    #expect(
      past.items == [
        Untried.Item(.outcome, "clerk fail", .unanswered), Untried.Item(.state, "booth.lost", .unreached),
      ])
    #expect(past.laws == ["it is lost once a turn"])
    let all = untried {
      $0.domain.isPastTheScreen = true
      $0.answerAtAnyTime(Booth.machine)
    }
    #expect(all.items.isEmpty && all.laws.isEmpty)
  }

  @Test("before the first command only the opening counts: nothing was asked")
  func bounded() {
    let untried = untried { $0.depth = 0 }
    #expect(untried.items.contains(Untried.Item(.outcome, "clerk ok", .unasked)))
    #expect(untried.items.contains(Untried.Item(.state, "booth.asking", .unreached)))
    #expect(!untried.items.contains { $0.name == "booth.idle" })
    #expect(untried.laws == ["it asks once", Self.laws[0], "it asks once a turn", Self.laws[1]])
  }

  @Test("the rows that the domain leaves out, wherever a list had them; a named row is tried")
  func rows() {
    let leftOut = { (change: (inout SearchOptions) -> Void) in
      untried(of: Hall.machine, change).items.filter { $0.kind == .rows }.map(\.name)
    }
    #expect(
      untried(of: Hall.machine).items.contains(Untried.Item(.rows, "rows 1, 2, 4 of seats", .leftOut)))
    #expect(leftOut { $0.workers = 2 } == ["rows 1, 2, 4 of seats"])
    #expect(leftOut { $0.measures = true } == ["rows 1, 2, 4 of seats"])
    #expect(leftOut { $0.domain.rows = .first } == ["rows 1 to 5 of seats"])
    #expect(leftOut { $0.domain.rows = .all } == [])
    #expect(leftOut { $0.depth = 0 } == [], "the list was still empty")
    #expect(leftOut { $0.domain.addRow(at: "seats[1].seat") } == ["rows 2, 4 of seats"])
    #expect(
      leftOut {
        $0.domain.addRow(at: "seats[#1].id")
        $0.domain.addRow(at: "seats[2]")
      } == ["row 4 of seats"])
    var fuzz = Fuzz(Hall.machine, SearchOptions(), FuzzExtent())
    fuzz.run()
    #expect(fuzz.report.untried.items.contains(Untried.Item(.rows, "rows 1, 2, 4 of seats", .leftOut)))
    let cover = CoverageSearch(Hall.machine, lacking: Coverage(of: Hall.machine), SearchOptions())
    #expect(cover.rowsLeftOut == ["rows 1, 2, 4 of seats"])
    let distinction = DistinctionSearch(Sides(a: Hall.machine, b: Hall.machine), pairs: 10_000)
    #expect(distinction.rowsLeftOut == ["rows 1, 2, 4 of seats"])
  }

  @Test("walks and comparisons count the same")
  func others() {
    var fuzz = Fuzz(Booth.machine, SearchOptions(), FuzzExtent())
    fuzz.run()
    #expect(fuzz.report.untried.items == Self.items && fuzz.report.untried.laws == Self.laws)
    var search = ProductSearch(Sides(a: Booth.machine, b: Booth.machine), ComparisonOptions())
    search.run()
    for untried in [search.untried.a, search.untried.b] {
      #expect(untried?.items == Self.items && untried?.laws == Self.laws)
    }
  }
}
