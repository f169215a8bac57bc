import Diagrams
import Traces
import ViewModels

extension Verb {
  static let diagram = Verb(
    "diagram", .look, [Parameter("FORMAT|[--force] FILE", .diagramFormat, isOptional: true)],
    summary: "draw the states and transitions; active states are marked",
    explanation:
      "Alone, it prints indented text: an active state has a '*' in front, with the number of instances that are in "
      + "it when there are several. FORMAT is text, mermaid, dot or svg. FILE is written in the format that its "
      + "name ends in: .txt, .mmd, .dot or .svg, which browsers show; one that exists stays as it "
      + "is, unless '--force' replaces it.",
    action: .saveOrLook(
      { (session, arguments) throws(Mistake) in
        let target = try arguments.savingTarget(of: session)
        guard let format = DiagramFormat(file: target.name) else {
          throw target.file.mistake(.unknown(.format, target.name, nearest: nil))
        }
        return .saving(try session.diagram().lines(format).map { $0 + "\n" }.joined(), to: target)
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
  fileprivate mutating func diagramFormat() throws(Mistake) -> DiagramFormat {
    let format = try word("a format").naming(.format, among: DiagramFormat.allCases, by: \.rawValue)
    try end()
    return format
  }
}
