import Traces

extension Transcript {
  /// The transcript in canonical form, with the same meaning. Idempotent.
  ///
  /// Comments, matchers, prose and the output of queries stay unchanged.
  ///
  /// - Throws: Lines that exceed the limits, because escapes of invisible characters are longer.
  package func formatted(limits: TranscriptLimits = TranscriptLimits()) throws(TranscriptProblems) -> String {
    let formatter = TranscriptFormatter(self)
    try formatter.requireLines(within: limits)
    let text = formatter.text
    guard text.utf8.count <= limits.fileBytes else {
      var problems = ProblemList(limit: limits.problems)
      problems.add(.canonicalFileTooLarge(limit: limits.fileBytes), line: 1)
      throw problems.error
    }
    return text
  }
}

private struct TranscriptFormatter {
  private let transcript: Transcript
  private var lets: [Int: String] = [:]
  private var patterns: [Int: LinePattern] = [:]
  /// Line indices of queries and their output.
  private var looks: Set<Int> = []

  init(_ transcript: Transcript) {
    self.transcript = transcript
    for binding in transcript.bindings + transcript.cases.flatMap(\.bindings) {
      lets[binding.line - 1] = "\(binding.name) = \(ValuePrinter(.literal).text(of: binding.value))"
    }
    for transcriptCase in transcript.cases {
      for block in transcriptCase.blocks {
        for expectation in block.expectations { patterns[expectation.index] = expectation.pattern }
      }
      for step in transcriptCase.steps where step.isLook {
        looks.formUnion(step.line - 1..<step.block.insertion)
        looks.formUnion(step.block.expectations.map(\.index))
      }
    }
  }

  func requireLines(within limits: TranscriptLimits) throws(TranscriptProblems) {
    var problems = ProblemList(limit: limits.problems)
    for (index, line) in transcript.lines.enumerated() where text(of: line, at: index).utf8.count > limits.lineBytes {
      problems.add(.canonicalLineTooLong(limit: limits.lineBytes), line: index + 1)
    }
    if !problems.isEmpty { throw problems.error }
  }

  var text: String {
    var result: [String] = []
    for line in setOff where !(line.isEmpty && result.last?.isEmpty ?? true) { result.append(line) }
    while result.last?.isEmpty == true { result.removeLast() }
    return result.map { $0 + "\n" }.joined()
  }

  private var setOff: [String] {
    let first = transcript.cases.first.map { $0.line - 1 }
    let starts = transcript.cases.map { $0.line - 1 }.filter { $0 != first }.map(commentsAbove)
    var rest = starts[...]
    return transcript.lines.enumerated().flatMap { index, line in
      guard rest.first == index else { return [text(of: line, at: index)] }
      rest.removeFirst()
      return ["", text(of: line, at: index)]
    }
  }

  private func commentsAbove(_ index: Int) -> Int {
    index - transcript.lines[..<index].reversed().prefix { $0.kind == .comment }.count
  }

  private func text(of line: TranscriptLine, at index: Int) -> String {
    switch line.kind {
    case .separator: ""
    case .comment: line.text.trimmingTrailingBlanks
    case .directive: TranscriptLine(line.kind, directive(line.rest.trimmingTrailingBlanks, at: index)).text
    case .command, .continuation: TranscriptLine(line.kind, command(line.content.trimmingBlanks, at: index)).text
    case .output: TranscriptLine(line.kind, output(line, at: index)).text
    }
  }

  private func command(_ text: String, at index: Int) -> String {
    looks.contains(index) ? text : CanonicalLine.command(text)
  }

  private func output(_ line: TranscriptLine, at index: Int) -> String {
    guard !looks.contains(index), let pattern = patterns[index] else { return line.content.trimmingTrailingBlanks }
    return CanonicalLine.output(pattern)
  }

  private func directive(_ text: String, at index: Int) -> String {
    let word = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: " ") }))
    let argument = String(Substring(text.utf8.dropFirst(word.utf8.count))).trimmingBlanks
    let (machine, hash) = MachineReference.split(argument)
    let canonical =
      switch Directive(rawValue: word) {
      case .let: lets[index] ?? argument
      case .machine: hash.map { "\(machine) \($0)" } ?? machine
      case .tag:
        argument.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }.joined(separator: " ")
      case .seed, .end: UInt64(argument).map(String.init) ?? argument
      case .transcript, .use, .case, .skip, .xfail, .expand, .mute, .loop, nil: argument
      }
    return canonical.isEmpty ? word : "\(word) \(canonical)"
  }
}
