import Console
import Differences
import Exploration
import ViewModels

/// What is known about a claim.
struct ServeVerdict {
  enum Outcome {
    /// Everything was searched.
    case holds
    /// The commands after 'open' that show it; nil for one that holds a secret without a name.
    case broken(script: [String?]?)
    case stopped(Value)
  }

  let claim: String
  let outcome: Outcome
  /// What was not tried or tested; nil where nothing was searched.
  var untried: Untried?

  var member: Member {
    let (word, proof): (Value, [Member]) =
      switch outcome {
      case .holds: ("holds", [])
      case .broken(let script): ("broken", [Member("script", script.map(Value.commands) ?? .null)])
      case .stopped(let bound): ("stopped", [Member("bound", bound)])
      }
    let head = [Member("is", word), Member("claim", .string(claim))]
    return Member("verdict", .record(head + proof + (untried?.members ?? [])))
  }
}

extension ServeVerdict {
  /// - Parameter path: The commands before the search.
  init(_ report: SearchReport, of machine: Machine, after path: [String]) {
    untried = report.findings.isEmpty ? report.untried : nil
    if let finding = report.findings.first {
      claim = finding.kind == .broken ? finding.name : "no \(finding.kind.rawValue): \(finding.name)"
      outcome = .broken(script: finding.lacksScript ? nil : path + machine.lines(of: finding.script))
    } else {
      claim = "every law holds, and nothing crashes or hangs"
      outcome = report.bound.map { .stopped($0.value) } ?? .holds
    }
  }

  init(_ report: ComparisonReport, of machines: ComparedMachines) {
    claim = "\(machines.titles.a) and \(machines.titles.b) do the same"
    if !report.isEqual {
      outcome = .broken(script: report.opening == nil ? report.causes.first.map { machines.lines(of: $0.script) } : [])
    } else {
      untried = report.untried.b
      outcome = report.bound.map { .stopped($0.value) } ?? .holds
    }
  }

  /// Of a command that was driven; nil where it broke nothing and ended.
  init?(_ reply: Reply, path: [String]) {
    if let law = reply.broken.first {
      (claim, outcome) = (law.text, .broken(script: path))
    } else if reply.hasCrashed {
      (claim, outcome) = ("no crash", .broken(script: path))
    } else if let stop = reply.stop {
      claim = "the command ends"
      switch stop.reason {
      case .interrupted: outcome = .stopped(SearchBound.interrupted.value)
      case .breakpoint: outcome = .stopped(["kind": "breakpoint", "value": .null])
      case .exhausted(let part, let limit):
        outcome = .stopped(["kind": .string(part.rawValue), "value": .int(limit)])
      }
    } else {
      return nil
    }
  }
}
