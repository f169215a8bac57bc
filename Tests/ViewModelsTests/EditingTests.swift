import Testing

@testable import ViewModels

/// Which text field is being edited, and what it tells.
struct EditingTests {
  struct Form: ViewModel {
    struct Model: ModelType {
      var text = ""
      var pin = Secret("")
      var plain = ""
    }
    let text = Field(\.text)
    let pin = Field(\.pin)
    let plain = Field(\.plain)
    let edited = Subject<String>()
    let pinEdited = Subject<String>()
    let done = Subject<Void>()
    let submitted = Subject<Void>()
    let next = Input()
    let submit = Input()
    var chart: Chart {
      Region("form") {
        On(next) { $0.emit(done) }
        On(submit) { $0.emit(submitted) }
        State(.idle)
      }
    }
    var screen: Screen {
      Screen("Form") {
        TextField(text, "Text", edited: edited)
        TextField(pin, "PIN", edited: pinEdited)
        TextField(plain, "Plain")
        Button(next, "Next")
        Push(Page("after", title: "After"), on: done)
        EndEditing(on: submitted)
      }
    }
    static let machine = Machine(Form.self, name: "form", variant: "one", summary: "a form")
  }

  private func effects(_ snapshot: inout Snapshot, _ stimulus: Stimulus) -> [String] {
    Form.machine.step(&snapshot, stimulus).flatMap(\.effects).compactMap { effect in
      switch effect {
      case .output(let subject, let value): "\(subject) \(String(value) ?? "")"
      case .set(let field, _, _): "set \(field)"
      case .pushed(let page): "push \(page)"
      case .popped(let page): "pop \(page)"
      case .refused(_, let reason): "refused: \(reason)"
      default: nil
      }
    }
  }

  private func edited(_ snapshot: Snapshot) -> [String] {
    Form.machine.screen(of: snapshot).controls.filter(\.isEdited).map(\.name.text)
  }

  @Test("entering, leaving and the return key tell of an edit of what is there; an edit alone takes no focus")
  func events() {
    var snapshot = Form.machine.open().snapshot
    #expect(effects(&snapshot, .set(control: "text", "ab")) == ["set text", "edited ab"])
    #expect(edited(snapshot) == [])
    #expect(effects(&snapshot, .focus(control: "text")) == ["edited ab"])
    #expect(edited(snapshot) == ["text"])
    #expect(effects(&snapshot, .focus(control: "text")) == ["refused: it is already being edited"])
    #expect(effects(&snapshot, .pressReturn) == ["edited ab", "edited ab"])
    #expect(edited(snapshot) == [])
    #expect(effects(&snapshot, .blur) == ["refused: no text field is being edited; use 'focus CONTROL' first"])
  }

  @Test("the focus moves: the field that was edited ends first; one that is bound to its field is told nothing")
  func moves() {
    var snapshot = Form.machine.open().snapshot
    _ = effects(&snapshot, .set(control: "text", "ab"))
    _ = effects(&snapshot, .set(control: "pin", "12"))
    _ = effects(&snapshot, .focus(control: "text"))
    #expect(effects(&snapshot, .focus(control: "pin")) == ["edited ab", "pinEdited 12"])
    #expect(effects(&snapshot, .focus(control: "plain")) == ["pinEdited 12"])
    #expect(edited(snapshot) == ["plain"])
    #expect(effects(&snapshot, .blur) == [])
    #expect(effects(&snapshot, .focus(control: "next")) == ["refused: 'next' is not a text field"])
  }

  private func composed(_ snapshot: Snapshot) -> [String] {
    Form.machine.screen(of: snapshot).controls.filter(\.isComposed).map(\.name.text)
  }

  @Test("composed text is an edit each time, in the place of what was composed before, until it is committed")
  func composing() {
    var snapshot = Form.machine.open().snapshot
    _ = effects(&snapshot, .set(control: "text", "ab"))
    for text in ["n", "ni", "你"] {
      #expect(effects(&snapshot, .compose(control: "text", text)) == ["set text", "edited ab\(text)"])
      #expect(composed(snapshot) == ["text"])
    }
    #expect(effects(&snapshot, .commit(control: nil)) == ["set text", "edited ab你"])
    #expect(composed(snapshot) == [])
    let nothing = "refused: no text is being composed; use 'compose CONTROL TEXT' first"
    #expect(effects(&snapshot, .commit(control: nil)) == [nothing])
    _ = effects(&snapshot, .compose(control: "text", "h"))
    #expect(effects(&snapshot, .commit(control: "plain")) == [nothing])
    #expect(effects(&snapshot, .compose(control: "text", "")) == ["set text", "edited ab你"])
    #expect(effects(&snapshot, .commit(control: "text")) == [nothing])
    #expect(effects(&snapshot, .compose(control: "plain", "h")) == ["set plain"])
    #expect(
      effects(&snapshot, .compose(control: "pin", "h")) == [
        "refused: an input method cannot compose text in a secure field"
      ])
    #expect(effects(&snapshot, .compose(control: "next", "h")) == ["refused: 'next' is not a text field"])
  }

  @Test(
    "a program that sets the text ends the composition: 'commit' is refused, and what is composed next stands behind it"
  )
  func overwritten() {
    var snapshot = Form.machine.open().snapshot
    _ = effects(&snapshot, .compose(control: "text", "n"))
    _ = effects(&snapshot, .assign(field: "text", "N"))
    #expect(composed(snapshot) == [])
    #expect(
      effects(&snapshot, .commit(control: nil)) == ["refused: the composition ended when the text of 'text' was set"])
    #expect(effects(&snapshot, .compose(control: "text", "ni")) == ["set text", "edited Nni"])
    #expect(composed(snapshot) == ["text"])
  }

  @Test("another edit commits, and so does the focus that comes or goes")
  func committed() {
    for stimulus in [
      Stimulus.type(control: "text", "x"), .set(control: "plain", "x"), .focus(control: "text"),
      .focus(control: "plain"),
      .tap(control: "next", nil),
    ] {
      var snapshot = Form.machine.open().snapshot
      _ = effects(&snapshot, .compose(control: "text", "n"))
      _ = effects(&snapshot, stimulus)
      #expect(composed(snapshot) == [])
      #expect(effects(&snapshot, .commit(control: nil)).first?.hasPrefix("refused: no text is being composed") ?? false)
    }
  }

  @Test("a page that comes or goes ends editing, and so does a subject of the screen")
  func ends() {
    var snapshot = Form.machine.open().snapshot
    _ = effects(&snapshot, .focus(control: "text"))
    #expect(effects(&snapshot, .send(input: "submit", nil)) == ["submitted ", "edited "])
    _ = effects(&snapshot, .focus(control: "text"))
    #expect(effects(&snapshot, .tap(control: "next", nil)) == ["done ", "edited ", "push after"])
    #expect(edited(snapshot) == [])
    #expect(effects(&snapshot, .focus(control: "text")) == ["refused: not on the page after"])
    #expect(effects(&snapshot, .back) == ["pop after"])
    #expect(edited(snapshot) == [])
  }
}
