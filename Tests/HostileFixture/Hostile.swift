import Statecharts
import ViewModels

/// A view model in which every name, text and value acts on terminals and build logs.
enum Hostile: ViewModel {
  struct Model: Hashable, Sendable {
    var text = HostileText.name("value")
    var isBusy = false
    var rows: [Ref<HostileRow>] = []
    var pictures = [HostileText.name("picture")]
  }

  static let text = Field(HostileText.name("text"), \Model.text, samples: [HostileText.name("sample"): "a"])
  static let isBusy = Field(HostileText.name("busy"), \Model.isBusy)
  static let rows = Field(HostileText.name("rows"), \Model.rows, key: HostileRow.key)
  static let pictures = Field(HostileText.name("pictures"), \Model.pictures)
  static let press = Input<Void>(HostileText.name("press"))
  static let picked = Input<Int>(HostileText.name("picked"))
  static let told = Subject<String>(HostileText.name("told"))
  static let tipped = Subject<String>(HostileText.name("tipped"))
  static let isFree = Guard<Model>(HostileText.name("guard"), reads: [isBusy]) { !$0.isBusy }
  static let call = Command(
    HostileText.name("call"),
    Service<String, String>(HostileText.name("service"), after: .seconds(1)) { _ in .fail(HostileText.name("failure"))
    },
    success: told, fail: Subject(HostileText.name("failed")), error: Subject(HostileText.name("broke")))

  static let definition = Definition<Hostile>(
    Model(), fields: [text, isBusy, rows, pictures], inputs: [press, picked] + call.inputs,
    subjects: [told, tipped] + call.subjects
  ) {
    SetUp { me in
      me[rows] = [me.make(HostileRow.self) { _ in }]
    }
    Uses(HostileRow.self)
    Run(call, enabled: isFree) { $0.text }
    EveryTurn(HostileText.name("law")) { _ in false }
    Region(HostileText.name("region")) {
      State(StateID(stringLiteral: HostileText.name("first"))) {
        On(press, to: StateID(stringLiteral: HostileText.name("second")), when: isFree) { me, _ in
          me.emit(told, me[text])
          me.emit(tipped, me[text])
        }
      }
      State(StateID(stringLiteral: HostileText.name("second"))) {
        On(press, to: StateID(stringLiteral: HostileText.name("first")))
      }
    }
  }

  static let screen = Screen(HostileText.name("title")) {
    TextField(text, HostileText.name("label"))
    Button(press, HostileText.name("button"))
    Button(call.execute, HostileText.name("call"), enabled: isBusy)
    Badge(isBusy, HostileText.name("badge"))
    List(rows, HostileText.name("list")) { HostileRow.Label(HostileRow.key, HostileText.name("cell")) }
    Banner(pictures, HostileText.name("banner"), select: picked)
    Alert(HostileText.name("alert"), on: told, [HostileText.name("ok")])
    Tip(on: tipped)
    HUD(HostileText.name("hud"), while: isBusy)
  }
}

/// A row whose key acts on terminals.
enum HostileRow: ViewModel {
  struct Model: Hashable, Sendable {
    var key = HostileText.name("key")
  }

  static let key = Field(HostileText.name("keyed"), \Model.key)
  static let definition = Definition<HostileRow>(Model(), fields: [key]) {}
}
