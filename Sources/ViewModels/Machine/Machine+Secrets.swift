import Statecharts

/// What of the typed values may be shown. Every cause, and the console, asks here; it depends on the definition alone, so
/// what is refused is masked as what is taken.
extension Machine {
  /// Returns a value as it may be shown to anybody: what its recipient holds as a secret is hidden. On a machine with
  /// secrets a value that has no recipient, or is not what it takes, is hidden as a whole.
  package func disclosed(_ value: Value, to recipient: Recipient) -> Value {
    let types = facts.recipients.types(of: recipient)
    guard !types.isEmpty || !holdsSecrets else { return value.hidden }
    for index in types.indices where types[index].mayHoldSecret && (holdsSecrets || types[index].accepts(value)) {
      let told = types[index].told(value)
      if told.holdsSecret { return told }
    }
    return value
  }

  /// Whether what is typed for a recipient may be a secret or hold one, so that a part that cannot be read is not shown.
  package func mayHoldSecret(_ recipient: Recipient) -> Bool {
    guard holdsSecrets else { return false }
    let types = facts.recipients.types(of: recipient)
    return types.isEmpty || types.contains { $0.mayHoldSecret }
  }

  /// Whether a plain value becomes a secret of the model by a stimulus that carries it: afterwards a secret field holds
  /// the value, or a text in it, and none did before. Costs a trial step.
  package func becomesSecret(_ value: Value, by stimulus: Stimulus, from snapshot: Snapshot) -> Bool {
    let texts = value.texts
    guard holdsSecrets, !texts.isEmpty, snapshot.fault == nil else { return false }
    var trial = snapshot
    _ = step(&trial, stimulus)
    let before = secretTexts(of: snapshot)
    return secretTexts(of: trial).contains { texts.contains($0) && !before.contains($0) }
  }

  private func secretTexts(of snapshot: Snapshot) -> [Name] {
    snapshot.allMachines(program).flatMap { entry in
      let fields = program.templates[entry.template].fields
      return fields.indices.filter { fields[$0].isSecret }.flatMap { snapshot.read(entry.id, port: $0, program).texts }
    }
  }

  /// The names under which the user knows what is secret: fields, and the labels of their controls.
  package var secretNames: [String] {
    let fields = templates.flatMap { defined in defined.fields.filter { $0.type.shape.isSecret }.map(\.name.text) }
    return fields
      + screens.flatMap { page in
        page.screen.controls.flatMap { control in control.kind.isSecure ? [control.name.text, control.label] : [] }
      }
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
  package var isSecret: Bool {
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
  fileprivate var texts: [Name] {
    switch self {
    case .string(let text): text.isEmpty ? [] : [Name(text)]
    case .secret(let value): value.texts
    case .list(let values): values.flatMap(\.texts)
    case .record(let members), .enumeration(_, let members): members.flatMap(\.value.texts)
    case .null, .bool, .int, .double, .reference, .weak, .signal: []
    }
  }
}
