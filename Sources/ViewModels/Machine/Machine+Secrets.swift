import Statecharts

/// Masking depends on the definition alone, so refused values are masked too.
extension Machine {
  /// Hides what is secret for the recipient. On a machine with secrets, a value without a recipient or of a wrong
  /// type is hidden entirely.
  package func disclosed(_ value: Value, to recipient: Recipient) -> Value {
    let types = facts.recipients.types(of: recipient)
    guard !types.isEmpty || !holdsSecrets else { return value.hidden }
    for index in types.indices where types[index].mayHoldSecret && (holdsSecrets || types[index].accepts(value)) {
      let told = types[index].told(value)
      if told.holdsSecret { return told }
    }
    return value
  }

  /// Whether a value may hold a secret, so that unparsable text is not shown.
  package func mayHoldSecret(_ recipient: Recipient) -> Bool {
    guard holdsSecrets else { return false }
    let types = facts.recipients.types(of: recipient)
    return types.isEmpty || types.contains { $0.mayHoldSecret }
  }

  /// Whether a stimulus would put a plain text into a secret field for the first time. Costs a trial step.
  package func becomesSecret(_ value: Value, by stimulus: Stimulus, from snapshot: Snapshot) -> Bool {
    let texts = value.texts
    guard holdsSecrets, !texts.isEmpty, snapshot.fault == nil else { return false }
    var trial = Stepper(self, from: snapshot)
    trial.isRecording = false
    objects?.isTrying(true)
    trial.step(stimulus)
    objects?.isTrying(false)
    let before = secretTexts(of: snapshot)
    return secretTexts(of: trial.snapshot).contains { texts.contains($0) && !before.contains($0) }
  }

  private func secretTexts(of snapshot: Snapshot) -> [Name] {
    snapshot.allMachines(program).flatMap { entry in
      let fields = program.templates[entry.template].fields
      return fields.indices.filter { fields[$0].isSecret }.flatMap { snapshot.read(entry.id, port: $0, program).texts }
    }
  }

  package var secretNames: [String] {
    let fields = templates.flatMap { defined in defined.fields.filter { $0.type.shape.isSecret }.map(\.name.text) }
    let secure = screens.flatMap(\.screen.controls).filter {
      if case .text(_, _, true) = $0.kind { true } else { false }
    }
    return fields + secure.flatMap { [$0.name.text, $0.label] }
  }

  static func holdSecrets(_ templates: [DefinedTemplate]) -> Bool {
    templates.contains { defined in
      defined.template.fields.contains(where: \.isSecret) || defined.inputTypes.contains { $0.type.shape.isSecret }
        || defined.services.contains { $0.shape.isSecret }
    }
  }
}

extension Shape {
  package var isSecret: Bool {
    switch self {
    case .secret: true
    case .optional(let wrapped), .list(let wrapped): wrapped.isSecret
    case .bool, .int, .double, .string, .record, .enumeration, .void, .any: false
    }
  }
}

extension Value {
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
