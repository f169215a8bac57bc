import Testing

@testable import ViewModels

/// Which text field is being edited, and what it tells.
struct EditingTests {
  enum Form: ViewModel {
    struct Model: Sendable {
      var text = ""
      var pin = Secret("")
      var plain = ""
    }
    static let text = Field("text", \Model.text)
    static let pin = Field("pin", \Model.pin)
    static let plain = Field("plain", \Model.plain)
    static let edited = Subject<String>("edited")
    static let pinEdited = Subject<String>("pinEdited")
    static let done = Subject<Void>("done")
    static let submitted = Subject<Void>("submitted")
    static let next = Input<Void>("next")
    static let submit = Input<Void>("submit")
    static let definition = Definition<Form>(
      Model(), fields: [text, pin, plain], inputs: [next, submit], subjects: [edited, pinEdited, done, submitted]
    ) {
      Region("form") {
        On(next) { me, _ in me.emit(done) }
        On(submit) { me, _ in me.emit(submitted) }
        State(.idle)
      }
    }
    static let screen = Screen("Form") {
      TextField(named: "text", "Text", in: "", text: text, edited: edited)
      TextField(named: "pin", "PIN", in: "", text: pin, edited: pinEdited)
      TextField(plain, "Plain")
      Button(next, "Next")
      Push(Page("after", title: "After"), on: done)
      EndEditing(on: submitted)
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
    Form.machine.screen(of: snapshot).controls.filter(\.isEdited).map(\.name)
  }

  @Test("entering, leaving and the return key tell of an edit of what is there; an edit alone takes no focus")
  func events() {
    var snapshot = Form.machine.open().snapshot
    #expect(effects(&snapshot, .set(control: "text", "ab")) == ["set text", "edited ab"])
    #expect(edited(snapshot) == [])
    #expect(effects(&snapshot, .focus(control: "text")) == ["edited ab"])
    #expect(edited(snapshot) == ["text"])
    #expect(effects(&snapshot, .focus(control: "text")) == ["refused: it is being edited already"])
    #expect(effects(&snapshot, .pressReturn) == ["edited ab", "edited ab"])
    #expect(edited(snapshot) == [])
    #expect(effects(&snapshot, .blur) == ["refused: no text field is being edited; 'focus CONTROL' begins"])
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
