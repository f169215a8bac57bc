import Statecharts

extension [Turn] {
  /// The turns of a machine that was opened again; its first turn also says which fields begin anew.
  ///
  /// - Precondition: The first of them opens it.
  func settingInitially(_ fields: [FieldState], after old: [FieldState]) -> [Turn] {
    let first = firstValues
    let initial = fields.map { field in
      var field = field
      field.value = first[Name(field.path)] ?? field.value
      return field
    }
    var turns = self
    turns[0].effects = initial.sets(since: old) + turns[0].effects
    return turns
  }

  /// What each field that the turns set was before.
  private var firstValues: [Name: Value] {
    var values: [Name: Value] = [:]
    for case .set(let field, let old, _) in flatMap(\.effects) where values[field] == nil {
      values[field] = old
    }
    return values
  }
}
