import Statecharts
import ViewModels

/// A view model in which every name, text and value acts on terminals and build logs.
struct Hostile<V: HostileVersion>: ViewModel {
  struct Model: ModelType, Hashable {
    var text = HostileText.name("value")
    var isBusy = false
    var rows: [Ref<HostileRow<V>>] = []
    var pictures = [HostileText.name("picture")]
  }

  let text = Field(\.text, named: V.name("text"), samples: [HostileText.name("sample"): "a"])
  let isBusy = Field(\.isBusy, named: V.name("busy"))
  let rows = Field(\.rows, named: V.name("rows"), key: \HostileRow<V>.Model.key)
  let pictures = Field(\.pictures, named: V.name("pictures"))
  let press = Input(V.name("press"))
  let picked = Input<Int>(V.name("picked"))
  let told = Subject<String>(V.name("told"))
  let tipped = Subject<String>(V.name("tipped"))
  let isFree = Guard(HostileText.name("guard"), reads: \.isBusy) { !$0.isBusy }
  let call = Command<String, String>(
    named: V.name("call"), service: V.name("service"), after: .seconds(1), prefixed: true
  ) { _ in .fail(HostileText.name("failure")) }

  var chart: Chart {
    SetUp { $0.rows = [$0.make(HostileRow<V>.self)] }
    Run(call, enabled: isFree) { $0.text }
    Region(V.name("region")) {
      State(StateID(stringLiteral: V.name("first").text)) {
        On(press, to: StateID(stringLiteral: V.name("second").text), when: isFree) { me in
          me.emit(told, me.text + V.told)
          me.emit(tipped, me.text)
        }
      }
      State(StateID(stringLiteral: V.name("second").text)) {
        On(press, to: StateID(stringLiteral: V.name("first").text))
      }
    }
  }

  var laws: Chart { EveryTurn(Name(HostileText.name("law"))) { _ in false } }

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
  /// What a field, input, subject, service, region or state is called.
  static func name(_ word: String) -> Name
}

extension HostileVersion {
  static func name(_ word: String) -> Name { Name(HostileText.name(word)) }
}

enum VersionOne: HostileVersion {
  static let told = ""
}

enum VersionTwo: HostileVersion {
  static let told = HostileText.markdown
}

/// Whose names can be typed, so that the machine opens.
enum TypedOne: HostileVersion {
  static let told = ""
  static func name(_ word: String) -> Name { Name(word) }
}

enum TypedTwo: HostileVersion {
  static let told = HostileText.markdown
  static func name(_ word: String) -> Name { Name(word) }
}

/// A row whose key acts on terminals.
struct HostileRow<V: HostileVersion>: ViewModel {
  struct Model: ModelType, Hashable {
    var key = HostileText.name("key")
  }

  let key = Field(\.key, named: V.name("keyed"))
}
