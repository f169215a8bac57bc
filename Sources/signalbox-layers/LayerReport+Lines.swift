import Layers
import Traces
import Turns

extension LayerReport {
  var text: [String] {
    findings.flatMap { finding in
      ["\(finding.path):\(finding.place): \(finding.sentence)"] + finding.details.map { "  \($0)" }
    }.map(\.escapedForDisplay) + [summary.escapedForDisplay]
  }

  /// An object per finding, then one with the counts.
  var json: [String] {
    let counts = layers.map { Member($0.name, .int($0.count)) }
    let summary: Value = [
      "layers": .record(counts), "v": 1, "files": .int(fileCount), "types": .int(typeCount),
      "findings": .int(findings.count), "complete": .bool(isComplete),
    ]
    return (findings.map(\.object) + [summary]).map(\.json)
  }
}

extension LayerFinding {
  fileprivate var object: Value {
    let (kind, parts) = kind.parts
    return [
      "finding": .string(kind), "v": 1, "path": .string(path), "line": .int(place.line), "column": .int(place.column),
      "count": .int(count), "parts": .list(parts.map(\.object)), "sentence": .string(sentence),
    ]
  }
}

extension LayerFinding.Part {
  fileprivate var object: Value {
    [
      "name": .string(name), "layer": layer.map(Value.string) ?? .null, "path": .string(path), "line": .int(place.line),
      "column": .int(place.column),
    ]
  }
}

extension LayerFinding.Kind {
  /// The kind, and the types from the referring to the referenced one.
  fileprivate var parts: (kind: String, parts: [LayerFinding.Part]) {
    switch self {
    case .edge(let from, let to, let detours, _): ("reference", [from] + detours + [to])
    case .exposed(let from, let to, let owner, _): ("exposure", [from, owner, to])
    case .toolkitName(let from, _): ("toolkit", [from])
    case .toolkitImport(let from, _): ("import", [from])
    case .cycle(let parts): ("cycle", parts)
    }
  }
}
