import Diagrams
import Traces
import ViewModels

extension Verb {
  static let diagram = Verb(
    "diagram", .look, [Parameter("FORMAT|FILE", .diagramFormat, isOptional: true)],
    summary: "draw the states and transitions; active states are marked",
    explanation:
      "Alone, it prints indented text: an active state has a '*' in front, with the number of instances that are in "
      + "it when there are several. FORMAT is text, mermaid, dot, plantuml or svg. FILE is written in the format that its "
      + "name ends in: .txt, .mmd, .dot, .puml or .svg, which browsers show.",
    action: .saveOrLook(
      { (session, arguments) throws(Mistake) in
        let (file, format) = try arguments.diagramFile()
        let text = try session.diagram().lines(format).map { $0 + "\n" }.joined()
        return Reply(
          lines: [.talk("saved to \(file.escapedForDisplay)")], effects: [.saveTrace(file: file, text: text)])
      },
      { (session, arguments) throws(Mistake) in
        let diagram = try session.diagram()
        let format = try arguments.isAtEnd() ? .text : arguments.diagramFormat()
        return diagram.lines(format, width: session.options.width - 2)
      }))
}

extension Session {
  fileprivate func diagram() throws(Mistake) -> Diagram {
    let scene = try openScene()
    return Diagram(scene.machine.title, of: scene.machine.program, scene.snapshot)
  }
}

extension ArgumentReader {
  /// The file that is named, with the format that its name ends in.
  fileprivate mutating func diagramFile() throws(Mistake) -> (file: String, format: DiagramFormat) {
    let file = try rest("a file")
    if let format = DiagramFormat(file: file.text) { return (file.text, format) }
    throw file.mistake(.unknown(.format, file.text, nearest: nil))
  }

  fileprivate mutating func diagramFormat() throws(Mistake) -> DiagramFormat {
    let format = try word("a format").naming(.format, among: DiagramFormat.allCases, by: \.rawValue)
    try end()
    return format
  }
}
