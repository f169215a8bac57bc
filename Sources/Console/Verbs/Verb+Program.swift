import Traces
import ViewModels

extension Verb {
  static let send = Verb(
    "send", .program, [Parameter("EVENT", .input), Parameter("VALUE", .value, isOptional: true)],
    summary: "call an input of the view model, past the screen",
    explanation: "The program's call: it does not matter whether a control is disabled or covered.",
    action: .drive { (arguments) throws(Mistake) in
      let name = try arguments.word("an input")
      let scene = try arguments.scene()
      let input = try name.naming(
        .input, among: scene.input(named: name.text).map { [$0] } ?? scene.inputs, by: \.name.text)
      let value = try arguments.optionalValue(input.shape, of: input.name.text, for: .input(input.name.text))
      if value == nil, input.shape.asksForValue { throw arguments.missing("a value") }
      return try arguments.command(carrying: value, of: input.name.text) { .send(input: input.name.text, $0) }
    })

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
      return Command(.assign(field: field.path, value.value), value.text)
    })
}
