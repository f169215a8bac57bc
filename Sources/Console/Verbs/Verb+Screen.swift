import ViewModels

extension Verb {
  static let screen = Verb(
    "screen", .look, [Parameter("PAGE", .count, isOptional: true)],
    summary: "draw the simulated view, each control's name beside it",
    explanation: "The first line is the navigation stack. Text fields stand in brackets, buttons in parentheses; a "
      + "button that would refuse a tap is marked. Long lists are shown ten rows at a time: PAGE counts from 1. An "
      + "alert covers what is above it.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      let page = try arguments.count() ?? 1
      return ScreenDrawing(scene.machine.screen(of: scene.snapshot), page: page, width: session.options.width).lines
    })
}
