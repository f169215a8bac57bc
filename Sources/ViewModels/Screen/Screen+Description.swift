import Statecharts

extension Screen {
  /// The canonical definition as a value: what it is bound to and what it calls, without the texts that are only read.
  var description: Value { .list(parts.map(\.description)) }
}

extension ScreenPart {
  fileprivate var description: Value {
    switch kind {
    case .control(let control): control.description
    case .route(let route):
      .list([route.source.description, route.kind.description] + (route.only.map { [$0] } ?? []))
    case .reappeared(let input): .enumeration("reappeared", [Member("", .string(input))])
    case .disappeared(let input): .enumeration("disappeared", [Member("", .string(input))])
    }
  }
}

extension Control {
  fileprivate var description: Value {
    .list([.string(name.text), .string(kind.title), .list(kind.parts)])
  }
}

extension Control.Kind {
  fileprivate var title: String {
    switch self {
    case .text: "text"
    case .button: "button"
    case .label: "label"
    case .badge: "badge"
    case .refresh: "refresh"
    case .scroll: "scroll"
    case .banner: "banner"
    case .list: "list"
    }
  }

  fileprivate var parts: [Value] {
    switch self {
    case .text(let text, let edited, let isSecure): [text.description, edited.value, .bool(isSecure)]
    case .button(let input, let enabled): [.string(input), enabled.description]
    case .label(let field), .badge(let field): [field.description]
    case .refresh(let input, let isRefreshing, let isHidden):
      [.string(input), isRefreshing.description, isHidden.description]
    case .scroll(let input, let offset): [.string(input), offset.description]
    case .banner(let input, let pictures, let isHidden):
      [.string(input), pictures.description, isHidden.description]
    case .list(let rows, let select, let controls): [rows.description, select.value] + controls.map(\.description)
    }
  }
}

extension Route.Kind {
  fileprivate var description: Value {
    switch self {
    case .push(let page): .enumeration("push", [Member(page.name, .null)])
    case .pushTitled(let page): .enumeration("pushTitled", [Member(page, .null)])
    case .pushModel(let title): .enumeration("pushModel", [Member("", .string(title))])
    case .pop: .enumeration("pop", [])
    case .popToRoot: .enumeration("popToRoot", [])
    case .alert(_, let buttons): .enumeration("alert", buttons.map { Member($0.title, $0.input.value) })
    case .tip: .enumeration("tip", [])
    case .endEditing: .enumeration("endEditing", [])
    case .hud(_, let covers): .enumeration("hud", [Member("covers", .bool(covers))])
    }
  }
}

extension Bound {
  fileprivate var description: Value { .list([.string(path), .string(field)]) }
}

extension Bound? {
  fileprivate var description: Value { self?.description ?? .null }
}
