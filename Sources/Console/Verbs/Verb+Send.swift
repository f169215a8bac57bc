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
        .input, among: scene.input(named: name.text).map { [$0] } ?? scene.inputs, by: \.name)
      let value = try arguments.optionalValue(input.shape, of: input.name, for: .input(input.name))
      if value == nil, input.shape.asksForValue { throw arguments.missing("a value") }
      return try arguments.act(carrying: value, of: input.name) { .send(input: input.name, $0) }
    })
}
