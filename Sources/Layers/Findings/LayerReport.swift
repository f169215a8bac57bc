/// What a check of some files found.
package struct LayerReport: Hashable, Sendable {
  /// In the order of paths and places; cycles last.
  package var findings: [LayerFinding] = []
  package var fileCount = 0
  package var typeCount = 0
  /// How many types every layer has, in the order of the rules.
  package var layers: [(name: String, count: Int)] = []
  /// The exceptions of the rules that nothing needs.
  package var unusedExceptions: [LayerRules.Exception] = []
  /// Whether the search for detours stopped at its limit.
  package var isComplete = true

  /// Whether any type belongs to a layer; otherwise nothing was checked.
  package var hasLayers: Bool { layers.contains { $0.count > 0 } }

  package static func == (left: LayerReport, right: LayerReport) -> Bool {
    left.findings == right.findings && left.summary == right.summary
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(findings) }

  /// `4 files, 6 types (1 View, 2 ViewModel): 1 forbidden reference, 0 cycles`
  package var summary: String {
    let cycles = findings.count { if case .cycle = $0.kind { true } else { false } }
    let members = layers.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    return "\(counted(fileCount, "file")), \(counted(typeCount, "type"))\(members.isEmpty ? "" : " (\(members))"): "
      + "\(counted(findings.count - cycles, "forbidden reference")), \(counted(cycles, "cycle"))"
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
