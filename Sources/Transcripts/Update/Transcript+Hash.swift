extension Transcript {
  /// The document with another hash of its machine in the header; nil where it has that one, or it is none.
  func withHash(_ hash: String) -> Transcript? {
    guard MachineReference.isHash(hash), machine.hash.map({ !$0.utf8.elementsEqual(hash.utf8) }) ?? true else {
      return nil
    }
    let kept = lines[machineIndex].rest.trimmingTrailingBlanks
    let name = machine.hash.map { String(kept.dropLast($0.count)) } ?? kept + " "
    return replacing(lines: machineIndex..<machineIndex + 1, with: [TranscriptLine(.directive, rest: name + hash)])
  }

  /// The document as one of another machine; its hash stands there where one stood before.
  package func of(_ title: String, _ hash: String) -> Transcript {
    let rest = machine.hash == nil ? title : "\(title) \(hash)"
    return replacing(
      lines: machineIndex..<machineIndex + 1, with: [.directive(.machine, rest)])
      ?? self
  }

  /// The document with other lines in the place of some; nil where it would not read any more.
  func replacing(lines range: Range<Int>, with new: [TranscriptLine]) -> Transcript? {
    var lines = lines
    lines.replaceSubrange(range, with: new)
    return try? reading(lines)
  }
}

extension ReplayReport {
  /// Whether every case of the file was run and holds once its differences are accepted, so that the file is then one of
  /// the machine that ran.
  var isOfOneMachine: Bool {
    guard cases.count == transcript.cases.count else { return false }
    return cases.allSatisfy { result in
      switch result.verdict {
      case .passed, .failed, .skipped, .expectedFailure: true
      case .unexpectedPass, .leftover, .nondeterministic, .error: false
      }
    }
  }
}
