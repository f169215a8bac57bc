/// How a diagram is written.
public enum DiagramFormat: String, CaseIterable, Hashable, Sendable {
  /// Indented text for a terminal.
  case text
  /// `stateDiagram-v2` of Mermaid.
  case mermaid
  /// The language of Graphviz.
  case dot
  /// State diagrams of PlantUML.
  case plantuml
}
