import Statecharts
import ViewModels

/// W10: a page whose rows are view models of their own.
struct Ranking: TokenViewModel {
  struct Model: ModelType, Hashable {
    var rows: [Ref<RankingRow>] = []
  }

  let rows = Field(\.rows)
  let fill = Input<Int>()

  var chart: Chart {
    Region("ranking") {
      State("shown") {
        On(fill) { me, count in me.rows = (0..<count).map { _ in me.make(RankingRow.self) } }
      }
    }
  }

  var screen: Screen {
    Screen("Ranking") { List(rows, "Rows") { Label($0.title, "Title") } }
  }
}

struct RankingRow: TokenViewModel {
  struct Model: ModelType, Hashable {
    var title = ""
    var score = 0
  }

  let title = Field(\.title)
}

enum RowsRun {
  static let machine = Machine(Ranking.self, name: "ranking", variant: "rows", summary: "Rows that are view models")

  /// A page that has so many rows.
  static func opened(_ rows: Int) -> Snapshot {
    var snapshot = machine.open().snapshot
    _ = machine.step(&snapshot, .send(input: "fill", .int(rows)))
    return snapshot
  }

  /// Sets the title of a row in the middle so many times; how many effects that had.
  static func setTitles(_ steps: Int, _ snapshot: Snapshot, rows: Int) -> Int {
    let titles = ["a", "b"].map { ViewModels.Stimulus.assign(field: "rows[\(rows / 2)].title", .string($0)) }
    return drive(steps, snapshot) { titles[$0 % 2] }
  }

  /// Settles so many times, which does nothing.
  static func settle(_ steps: Int, _ snapshot: Snapshot) -> Int { drive(steps, snapshot) { _ in .settle } }

  private static func drive(_ steps: Int, _ snapshot: Snapshot, _ stimulus: (Int) -> ViewModels.Stimulus) -> Int {
    var (snapshot, effects) = (snapshot, 0)
    for step in 0..<steps {
      for turn in machine.step(&snapshot, stimulus(step)) { effects += turn.effects.count }
    }
    return effects
  }
}
