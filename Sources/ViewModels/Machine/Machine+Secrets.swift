import Statecharts

/// What of the typed values may be shown. Every cause, and the console, asks here; it depends on the definition alone, so
/// what is refused is masked as what is taken.
extension Machine {
  /// Returns a value as it may be shown to anybody: what its recipient holds as a secret is hidden. On a machine with
  /// secrets a value that has no recipient is hidden as a whole.
  public func disclosed(_ value: Value, to recipient: Recipient) -> Value {
    let types = types(of: recipient)
    guard !types.isEmpty else { return holdsSecrets ? value.hidden : value }
    return types.lazy.map { $0.told(value) }.first(where: \.holdsSecret) ?? value
  }

  /// Whether what is typed for a recipient may be a secret or hold one, so that a part that cannot be read is not shown.
  public func mayHoldSecret(_ recipient: Recipient) -> Bool {
    guard holdsSecrets else { return false }
    let types = types(of: recipient)
    return types.isEmpty || types.contains { $0.shape.mayHoldSecret }
  }

  /// Whether a plain value becomes a secret of the model by a stimulus that carries it: afterwards a secret field holds
  /// the value, or a text in it, and none did before. Costs a trial step.
  public func becomesSecret(_ value: Value, by stimulus: Stimulus, from snapshot: Snapshot) -> Bool {
    let texts = value.texts
    guard holdsSecrets, !texts.isEmpty, snapshot.fault == nil else { return false }
    var trial = snapshot
    _ = step(&trial, stimulus)
    let before = secretTexts(of: snapshot)
    return secretTexts(of: trial).contains { texts.contains($0) && !before.contains($0) }
  }

  private func secretTexts(of snapshot: Snapshot) -> [ByteText] {
    snapshot.allMachines(program).flatMap { entry in
      let fields = program.templates[entry.template].fields
      return fields.indices.filter { fields[$0].isSecret }.flatMap { snapshot.read(entry.id, port: $0, program).texts }
    }
  }

  /// The names under which the user knows what is secret: fields, and the labels of their controls.
  public var secretNames: [String] {
    let fields = templates.flatMap { defined in defined.fields.filter { $0.type.shape.isSecret }.map(\.name) }
    return fields
      + screens.flatMap { page in
        page.screen.controls.flatMap { control in control.kind.isSecure ? [control.name, control.label] : [] }
      }
  }

  // MARK: Recipients

  /// The types of those that a name means on some page or in some view model, whether they are there now or not.
  private func types(of recipient: Recipient) -> [RecipientType] {
    switch recipient {
    case .edit(let name):
      controls(meantBy: name).compactMap { control in
        guard case .text(_, _, let isSecure) = control.kind else { return nil }
        return isSecure ? RecipientType(Secret<String>.self) : RecipientType(String.self)
      }
    case .tap(let name):
      controls(meantBy: name).flatMap { control -> [RecipientType] in
        switch control.kind {
        case .button(let input, _) where control.takes != .void: types(ofInput: input)
        case .scroll: [RecipientType(Double.self)]
        case .text, .button, .label, .badge, .refresh, .banner, .list: []
        }
      }
    case .field(let path):
      templates.flatMap { $0.fields.filter { $0.name.hasBytes(of: path.lastName) }.map(\.type) }
    case .input(let path): types(ofInput: path.lastName)
    case .success(let service): services(named: service).map(\.type)
    case .failure: [RecipientType(String.self)]
    }
  }

  private func types(ofInput name: String) -> [RecipientType] {
    templates.flatMap { $0.inputTypes.filter { $0.name.hasBytes(of: name) && $0.type.shape != .void }.map(\.type) }
  }

  private func services(named name: String) -> [ServiceFacts] {
    let services = templates.flatMap(\.services)
    let exact = services.filter { $0.own.name.hasBytes(of: name) }
    return exact.isEmpty ? services.filter { $0.own.name.hasBytes(of: name.withoutOrdinal) } : exact
  }

  private func controls(meantBy name: String) -> [Control] {
    screens.flatMap { $0.screen.controls.compactMap { $0.meant(by: name) } }
  }

  /// Whether some field, input or service of the templates is declared secret.
  static func holdSecrets(_ templates: [DefinedTemplate]) -> Bool {
    templates.contains { defined in
      defined.template.fields.contains(where: \.isSecret) || defined.inputTypes.contains { $0.type.shape.isSecret }
        || defined.services.contains { $0.shape.isSecret }
    }
  }
}

extension Shape {
  /// Whether every value of it is a secret, or none at all.
  public var isSecret: Bool {
    switch self {
    case .secret: true
    case .optional(let wrapped), .list(let wrapped): wrapped.isSecret
    case .bool, .int, .double, .string, .record, .enumeration, .void, .any: false
    }
  }
}

extension Control.Kind {
  fileprivate var isSecure: Bool { if case .text(_, _, true) = self { true } else { false } }
}

extension Value {
  /// The texts in it that say something, what is hidden included.
  fileprivate var texts: [ByteText] {
    switch self {
    case .string(let text): text.isEmpty ? [] : [ByteText(text)]
    case .secret(let value): value.texts
    case .list(let values): values.flatMap(\.texts)
    case .record(let members), .enumeration(_, let members): members.flatMap(\.value.texts)
    case .null, .bool, .int, .double, .reference, .weak, .signal: []
    }
  }
}

/// A text that is known by its bytes.
private struct ByteText: Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ByteText, right: ByteText) -> Bool { left.text.hasBytes(of: right.text) }
}

extension String {
  fileprivate func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// What stands behind the last period: `like` of `items[3].like`.
  fileprivate var lastName: String {
    guard let period = utf8.lastIndex(of: UInt8(ascii: ".")) else { return self }
    return String(self[utf8.index(after: period)...])
  }

  /// `load'2` as `load`.
  fileprivate var withoutOrdinal: String {
    utf8.lastIndex(of: UInt8(ascii: "'")).map { String(self[..<$0]) } ?? self
  }
}
