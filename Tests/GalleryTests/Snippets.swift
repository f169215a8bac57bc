import ViewModels

// The Swift snippets of Documentation/Semantics.md: each line of them is a line here.

struct Visitor: ViewModel {
  struct Model: ModelType {
    var name = ""
    var nickname = ""
  }

  let name = Field(\.name)
  let nickname = Field(\.nickname)
}

struct Listener: ViewModel {
  struct Model: ModelType {
    var user = Ref<Visitor>(InstanceID(0))
    var heard = ""
  }

  let hear = Handler<Change<String>> { me, change in
    me.heard = change.new ?? ""
  }

  var chart: Chart {
    SetUp { $0.model.user = $0.make(Visitor.self, at: "user") }
    SetUp { me in
      me.observe(\.name, of: me.user, [.new, .old], context: "name", hear)
      me.follow(\.nickname, of: me.user, hear)
    }
  }
}

struct Row: ViewModel {
  struct Model: ModelType { var total = 0 }

  let total = Field(\.total)
  let fetch = NamedSignal<Int> { row in row.values(\.total).skip(1) }
}

struct Totals: ViewModel {
  struct Model: ModelType { var total = 0 }

  let total = Field(\.total)
  let shown = Subject<Ref<Row>>()

  var chart: Chart {
    Wire("totals") { page in
      page.values(of: \.shown).flatMap { row in Row.fetch(row) }.assign(to: page, \.total)
    }
  }
}

struct Document: Hashable, Sendable, ValueConvertible {
  var text = ""
  var value: Value { .string(text) }
  static var shape: Shape { String.shape }

  init() {}
  init?(_ value: Value) {
    guard let text = String(value) else { return nil }
    self.text = text
  }
}

struct Editor: ViewModel {
  struct Model: ModelType {
    var document = Document()
    var isOpen = true
  }

  typealias Receipt = String

  let open = Guard("the document is open", \.isOpen, reads: \.isOpen)
  let save = Command<Document, Receipt>(.ignore, after: .seconds(1)) { .ok(Receipt(for: $0)) }

  var chart: Chart {
    Run(save, enabled: open) { $0.document }
  }
}

extension Editor.Receipt {
  init(for document: Document) { self = "saved \(document.text)" }
}
