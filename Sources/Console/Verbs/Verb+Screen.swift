import ViewModels

extension Verb {
  static let screen = Verb(
    "screen", .look, summary: "draw the simulated view, each control's name beside it",
    explanation: "The first line is the navigation stack. Text fields stand in brackets, buttons in parentheses; a "
      + "button that would not take a tap is marked. An alert covers what stands above it.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      return ScreenDrawing(scene.machine.screen(of: scene.snapshot), width: session.options.width).lines
    })
}
