import ViewModels

extension Verb {
  static let send = Verb(
    "send", .program, [Parameter("EVENT", .input), Parameter("VALUE", .value, isOptional: true)],
    summary: "call an input of the view model, past the screen",
    explanation: "The program's call: no control is asked whether it is enabled or covered.",
    action: .drive { (arguments) throws(Mistake) in
      let name = try arguments.word("an input")
      let input = try name.naming(.input, among: arguments.scene().inputs, by: \.name)
      guard let value = try arguments.optionalValue(input.shape, of: input.name) else {
        if input.shape.asksForValue { throw arguments.missing("a value") }
        return Act("send \(input.name)", .send(input: input.name, nil))
      }
      return Act("send \(input.name) \(value.text)", .send(input: input.name, value.value))
    })
}
