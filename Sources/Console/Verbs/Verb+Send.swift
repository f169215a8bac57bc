import Traces
import ViewModels

extension Verb {
  static let send = Verb(
    "send", .program, [Parameter("EVENT", .input), Parameter("VALUE", .value, isOptional: true)],
    summary: "call an input of the view model, past the screen",
    explanation: "The program's call: no control is asked whether it is enabled or covered.",
    action: .drive { (arguments) throws(Mistake) in
      let name = try arguments.word("an input")
      let machine = try arguments.scene().machine
      let input = try name.naming(
        .input, among: machine.input(named: name.text).map { [$0] } ?? machine.inputs, by: \.name)
      guard let value = try arguments.optionalValue(input.shape, of: input.name) else {
        if input.shape.asksForValue { throw arguments.missing("a value") }
        return Act("send \(input.name.spelled)", .send(input: input.name, nil))
      }
      return Act("send \(input.name.spelled) \(value.text)", .send(input: input.name, value.value))
    })
}
