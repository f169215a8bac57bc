import Statecharts

/// The types of those that a name means on some page or in some view model, whether they are there now or not.
struct RecipientTable: Sendable {
  private let templates: [DefinedTemplate]
  /// Those of all pages.
  private let controls: [Control]
  /// The names of the controls that stand in no row, with what an edit and a tap of each gives.
  private var names = NameTable()
  private var edits: [[RecipientType]] = []
  private var taps: [[RecipientType]] = []

  init(_ templates: [DefinedTemplate], _ screens: [MachinePage]) {
    self.templates = templates
    controls = screens.flatMap(\.screen.controls)
    for control in controls where !control.name.utf8.contains(UInt8(ascii: "[")) && names[control.name] == nil {
      let (edit, tap) = (edits(of: control.name), taps(of: control.name))
      names.insert(control.name)
      edits.append(edit)
      taps.append(tap)
    }
  }

  func types(of recipient: Recipient) -> [RecipientType] {
    switch recipient {
    case .edit(let name): names[name].map { edits[$0] } ?? edits(of: name)
    case .tap(let name): names[name].map { taps[$0] } ?? taps(of: name)
    case .field(let path): templates.flatMap(\.fields).meant(by: path) { $0.name }.map(\.type)
    case .input(let path): types(ofInput: path)
    case .success(let service): services(named: service).map(\.type)
    case .failure: [RecipientType(String.self)]
    }
  }

  private func edits(of name: String) -> [RecipientType] {
    controls.compactMap { control in
      guard case .text(_, _, let isSecure)? = control.meant(by: name)?.kind else { return nil }
      return isSecure ? RecipientType(Secret<String>.self) : RecipientType(String.self)
    }
  }

  private func taps(of name: String) -> [RecipientType] {
    controls.flatMap { control -> [RecipientType] in
      guard let control = control.meant(by: name) else { return [] }
      switch control.kind {
      case .button(let input, _) where control.takes != .void: return types(ofInput: input)
      case .scroll: return [RecipientType(Double.self)]
      case .text, .button, .label, .badge, .refresh, .banner, .list: return []
      }
    }
  }

  private func types(ofInput path: String) -> [RecipientType] {
    templates.flatMap(\.inputTypes).meant(by: path) { $0.name }.map(\.type).filter { $0.shape != .void }
  }

  private func services(named name: String) -> [ServiceFacts] {
    let services = templates.flatMap(\.services)
    let exact = services.filter { $0.own.name.hasBytes(of: name) }
    return exact.isEmpty ? services.filter { $0.own.name.hasBytes(of: name.withoutOrdinal) } : exact
  }
}

extension Array {
  /// Those with the longest name that a path is or ends with: `like` of `items[3].like`, and `user.name` of itself.
  fileprivate func meant(by path: String, _ name: (Element) -> String) -> [Element] {
    let ending = filter { path.isOrEnds(with: name($0)) }
    let longest = ending.map { name($0).utf8.count }.max()
    return ending.filter { name($0).utf8.count == longest }
  }
}

extension String {
  /// Whether a name is the path, or stands behind a period at its end.
  fileprivate func isOrEnds(with name: String) -> Bool {
    let front = utf8.count - name.utf8.count
    guard front >= 0, utf8.suffix(name.utf8.count).elementsEqual(name.utf8) else { return false }
    return front == 0 || utf8.dropFirst(front - 1).first == UInt8(ascii: ".")
  }
}
