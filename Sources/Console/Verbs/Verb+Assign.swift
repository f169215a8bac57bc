import Traces
import ViewModels

extension Verb {
  static let assign = Verb(
    "assign", .program, [Parameter("FIELD", .assignableField), Parameter("VALUE", .value)],
    summary: "assign a field, past the screen",
    explanation:
      "The program's assignment: observers are notified, but no control fires an edit event. A computed field "
      + "cannot be assigned.",
    action: .drive { (arguments) throws(Mistake) in
      let path = try arguments.word("a field")
      let scene = try arguments.scene()
      let known = scene.field(at: path.text).map { [$0] } ?? scene.fields
      let field = try path.naming(.field, among: known, by: \.path)
      guard field.isAssignable else { throw path.mistake(.computedField(field.path)) }
      let value = try arguments.value(field.shape, of: field.path, for: .field(field.path))
      return Act(.assign(field: field.path, value.value), value.text)
    })
}
