import Statecharts

/// The types of all recipients that a name may mean, on any page.
final class RecipientTable: Sendable {
  private let search: RecipientSearch
  private let controls: NameTable
  private let edits: [[RecipientType]]
  private let taps: [[RecipientType]]
  private let services: NameTable
  private let successes: [[RecipientType]]
  private let failures = [RecipientType(String.self)]

  init(_ templates: [DefinedTemplate], _ screens: [MachinePage]) {
    let search = RecipientSearch(templates: templates, controls: screens.flatMap(\.screen.controls))
    self.search = search
    let names = search.controls.map(\.name).filter { !$0.utf8.contains(UInt8(ascii: "[")) }
    controls = NameTable(names)
    edits = controls.names.map { search.edits(of: $0.text) }
    taps = controls.names.map { search.taps(of: $0.text) }
    services = NameTable(templates.flatMap { $0.services.map(\.own.name) })
    successes = services.names.map { search.successes(of: $0.text) }
  }

  func types(of recipient: Recipient) -> [RecipientType] {
    switch recipient {
    case .edit(let name): controls[name].map { edits[$0] } ?? search.edits(of: name)
    case .tap(let name): controls[name].map { taps[$0] } ?? search.taps(of: name)
    case .field(let path): search.fields(at: path)
    case .input(let path): search.inputs(at: path)
    case .success(let service): services[service].map { successes[$0] } ?? search.successes(of: service)
    case .failure: failures
    }
  }
}

private struct RecipientSearch {
  let templates: [DefinedTemplate]
  let controls: [Control]

  func edits(of name: String) -> [RecipientType] {
    controls.compactMap { control in
      guard case .text(_, _, let isSecure)? = control.meant(by: name)?.kind else { return nil }
      return isSecure ? RecipientType(Secret<String>.self) : RecipientType(String.self)
    }
  }

  func taps(of name: String) -> [RecipientType] {
    controls.flatMap { control -> [RecipientType] in
      guard let control = control.meant(by: name) else { return [] }
      switch control.kind {
      case .button(let input, _) where control.takes != .void: return inputs(at: input.text)
      case .scroll: return [RecipientType(Double.self)]
      case .text, .button, .label, .badge, .refresh, .banner, .list: return []
      }
    }
  }

  func fields(at path: String) -> [RecipientType] {
    templates.flatMap(\.fields).meant(by: path) { $0.name.text }.map(\.type)
  }

  func inputs(at path: String) -> [RecipientType] {
    templates.flatMap(\.inputTypes).meant(by: path) { $0.name.text }.map(\.type).filter { $0.shape != .void }
  }

  func successes(of name: String) -> [RecipientType] {
    let services = templates.flatMap(\.services)
    let exact = services.filter { $0.own.name == name }
    let meant = exact.isEmpty ? services.filter { $0.own.name == name.withoutOrdinal } : exact
    return meant.map(\.type)
  }
}

extension Array {
  /// The longest name that ends the path: `like` for `items[3].like`.
  fileprivate func meant(by path: String, _ name: (Element) -> String) -> [Element] {
    let ending = filter { path.isOrEnds(with: name($0)) }
    let longest = ending.map { name($0).utf8.count }.max()
    return ending.filter { name($0).utf8.count == longest }
  }
}

extension String {
  fileprivate func isOrEnds(with name: String) -> Bool {
    let front = utf8.count - name.utf8.count
    guard front >= 0, utf8.suffix(name.utf8.count).elementsEqual(name.utf8) else { return false }
    return front == 0 || utf8.dropFirst(front - 1).first == UInt8(ascii: ".")
  }
}
