import Traces
import ViewModels

extension Verb {
  static let tap = Verb(
    "tap", .user, [Parameter("CONTROL", .control), Parameter("VALUE", .value, isOptional: true)],
    summary: "use a control of the screen",
    explanation:
      "It is refused, with a reason, if the control is absent, disabled, or covered by an alert or a HUD.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.control()
      let shape = control.takes ?? (control.kind == .secureText ? .secret(.string) : .any)
      let value = try arguments.optionalValue(shape, of: control.name, for: .tap(control: control.name))
      if value == nil, let takes = control.takes, takes.asksForValue {
        throw arguments.missing("\(takes.example) for '\(control.name)'")
      }
      return try arguments.act(carrying: value, of: control.name) { .tap(control: control.name, $0) }
    })
}
