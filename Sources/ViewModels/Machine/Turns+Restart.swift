import Statecharts

extension [Turn] {
  /// The turns of a machine that was opened again; its first turn also says which fields begin anew.
  ///
  /// - Precondition: The first of them opens it.
  func settingInitially(_ fields: [FieldState], after old: [FieldState]) -> [Turn] {
    let resets = fields.compactMap { field -> Effect? in
      let before = old.first { $0.path.hasBytes(of: field.path) }
      let initial = firstValue(of: field.path) ?? field.value
      guard !field.isInternal, let before, before.value != initial else { return nil }
      return .set(field: field.path, old: before.value, new: initial)
    }
    var turns = self
    turns[0].effects = resets + turns[0].effects
    return turns
  }

  /// What a field was before the turns set it; nil when they do not.
  private func firstValue(of path: String) -> Value? {
    for case .set(let field, let old, _) in flatMap(\.effects) where field.hasBytes(of: path) { return old }
    return nil
  }
}
