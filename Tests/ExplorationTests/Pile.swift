import ViewModels

/// Where a pile puts what comes, and what it counts.
protocol PilePlan: Sendable {
  static var putsInFront: Bool { get }
  static var step: Int { get }
}

enum InFront: PilePlan {
  static let putsInFront = true
  static let step = 1
}

enum Behind: PilePlan {
  static let putsInFront = false
  static let step = 1
}

enum CountsTwice: PilePlan {
  static let putsInFront = false
  static let step = 2
}

/// Rows that are known by a number, of which the one that came last is counted.
struct Pile<Plan: PilePlan>: ViewModel {
  struct Model: ModelType {
    var sheets: [Ref<Sheet>] = []
  }

  static var templateName: String { "Pile" }

  let sheets = Field(\.sheets, key: \Sheet.Model.number)
  let put = Input()
  let count = Input()

  var chart: Chart {
    Region("pile") {
      State("open") {
        On(put) { me in
          guard me.sheets.count < 3 else { return }
          let sheet = me.make(Sheet.self) { $0.number = me.sheets.count }
          me.sheets = Plan.putsInFront ? [sheet] + me.sheets : me.sheets + [sheet]
        }
        On(count) { me in
          guard !me.sheets.isEmpty, me[Self.last(me.sheets)].count < 4 else { return }
          me[Self.last(me.sheets)].count += Plan.step
        }
      }
    }
  }

  private static func last(_ sheets: [Ref<Sheet>]) -> Ref<Sheet> {
    Plan.putsInFront ? sheets[0] : sheets[sheets.count - 1]
  }

  var screen: Screen {
    Screen("Pile") {
      List(sheets, "Sheets") { sheet in
        Label(sheet.count, "Count")
      }
      Button(put, "Put")
      Button(count, "Count")
    }
  }

  static func machine(_ variant: Name) -> Machine {
    Machine(Self.self, name: "pile", variant: variant, summary: "a pile")
  }
}

struct Sheet: ViewModel {
  struct Model: ModelType, Hashable {
    var number = 0
    var count = 0
  }

  let number = Field(\.number)
  let count = Field(\.count)
}
