import Diagrams
import ViewModels

extension Verb {
  static let diagram = Verb(
    "diagram", .look, [Parameter("FORMAT", .diagramFormat, isOptional: true)],
    summary: "draw the states and transitions; active states are marked",
    explanation: "Alone as indented text: an active state has a '*' in front, with the number of instances that are in "
      + "it when there are several. FORMAT is text, mermaid, dot or plantuml; 'signalbox diagram' writes files.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      let format = try arguments.isAtEnd() ? .text : arguments.diagramFormat()
      let diagram = Diagram(scene.machine.title, of: scene.machine.program, scene.snapshot)
      return diagram.lines(format, width: session.options.width - 2)
    })
}

extension ArgumentReader {
  fileprivate mutating func diagramFormat() throws(Mistake) -> DiagramFormat {
    let format = try word("a format").naming(.format, among: DiagramFormat.allCases, by: \.rawValue)
    try end()
    return format
  }
}
