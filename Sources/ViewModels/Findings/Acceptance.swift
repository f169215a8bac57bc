import Statecharts

/// A finding that is as it should be, and why.
struct Acceptance: Hashable, Sendable {
  var code: String
  /// The state or name that it is about, seen from the definition: `login.succeeded`.
  var place: String
  var reason: String
}

extension [DefinitionFinding] {
  /// The findings with what a definition accepts marked, and an acceptance that meets nothing as a finding of its own.
  func accepting(_ acceptances: [Acceptance], of template: String) -> [DefinitionFinding] {
    var findings = self
    for acceptance in acceptances {
      let met = findings.indices.filter { index in
        let finding = findings[index]
        return finding.code.hasBytes(of: acceptance.code)
          && finding.place.utf8.elementsEqual("\(template): \(acceptance.place)".utf8)
      }
      for index in met { findings[index].acceptance = acceptance.reason }
      if met.isEmpty {
        findings.append(
          DefinitionFault.staleAcceptance(acceptance.code).finding(at: "\(template): \(acceptance.place)"))
      }
    }
    return findings
  }
}
