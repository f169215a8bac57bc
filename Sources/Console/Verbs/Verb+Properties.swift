import Traces
import ViewModels

extension Verb {
  static let properties = Verb(
    "properties", .look, summary: "list what the machine is held to, and what is broken",
    explanation:
      "A property that becomes false is said by the command that broke it: 'broken \"…\"'. It is said again only "
      + "after it held meanwhile. Rows of a list that keep one law stand in one line.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let properties = scene.machine.properties(of: scene.snapshot)
      guard !properties.isEmpty else { return ["\(scene.machine.title) states no properties"] }
      return PropertyTable(properties).lines
    })
}
