import Statecharts
import ViewModels

/// A view model in which every name, text and value acts on terminals and build logs.
struct Hostile<V: HostileVersion>: ViewModel {
  struct Model: ModelType, Hashable {
    var text = HostileText.name("value")
    var isBusy = false
    var rows: [Ref<HostileRow>] = []
    var pictures = [HostileText.name("picture")]
  }

  let text = Field(\.text, named: HostileText.name("text"), samples: [HostileText.name("sample"): "a"])
  let isBusy = Field(\.isBusy, named: HostileText.name("busy"))
  let rows = Field(\.rows, named: HostileText.name("rows"), key: \HostileRow.Model.key)
  let pictures = Field(\.pictures, named: HostileText.name("pictures"))
  let press = Input(HostileText.name("press"))
  let picked = Input<Int>(HostileText.name("picked"))
  let told = Subject<String>(HostileText.name("told"))
  let tipped = Subject<String>(HostileText.name("tipped"))
  let isFree = Guard(HostileText.name("guard"), reads: \.isBusy) { !$0.isBusy }
  let call = Command<String, String>(
    named: HostileText.name("call"), service: HostileText.name("service"), after: .seconds(1), prefixed: true
  ) { _ in .fail(HostileText.name("failure")) }

  var chart: Chart {
    SetUp { $0.rows = [$0.make(HostileRow.self)] }
    Run(call, enabled: isFree) { $0.text }
    Region(HostileText.name("region")) {
      State(StateID(stringLiteral: HostileText.name("first"))) {
        On(press, to: StateID(stringLiteral: HostileText.name("second")), when: isFree) { me in
          me.emit(told, me.text + V.told)
          me.emit(tipped, me.text)
        }
      }
      State(StateID(stringLiteral: HostileText.name("second"))) {
        On(press, to: StateID(stringLiteral: HostileText.name("first")))
      }
    }
  }

  var laws: Chart { EveryTurn(HostileText.name("law")) { _ in false } }

  var screen: Screen {
    Screen(HostileText.name("title")) {
      TextField(text, HostileText.name("label"))
      Button(press, HostileText.name("button"))
      Button(call, HostileText.name("call"), enabled: isBusy)
      Badge(isBusy, HostileText.name("badge"))
      List(rows, HostileText.name("list")) { Label($0.key, HostileText.name("cell")) }
      Banner(pictures, HostileText.name("banner"), select: picked)
      Alert(HostileText.name("alert"), on: told, [HostileText.name("ok")])
      Tip(on: tipped)
      HUD(HostileText.name("hud"), while: isBusy)
    }
  }
}

/// What two versions say differently.
protocol HostileVersion: Sendable {
  static var told: String { get }
}

enum VersionOne: HostileVersion {
  static let told = ""
}

enum VersionTwo: HostileVersion {
  static let told = HostileText.markdown
}

/// A row whose key acts on terminals.
struct HostileRow: ViewModel {
  struct Model: ModelType, Hashable {
    var key = HostileText.name("key")
  }

  let key = Field(\.key, named: HostileText.name("keyed"))
}
