import Traces

extension TranscriptParser {
  /// Checks that every name is bound before its use, once, and that no `%let` is unused, as far as every line was read.
  mutating func checkNames() {
    for (place, transcriptCase) in cases.enumerated() where !refusedCases.contains(place) {
      checkBindings(of: transcriptCase)
      checkUse(of: transcriptCase.bindings, in: [transcriptCase])
    }
    if refusedCases.isEmpty { checkUse(of: header.bindings, in: cases) }
  }

  private mutating func checkBindings(of transcriptCase: TranscriptCase) {
    var known = KnownNames()
    for block in transcriptCase.blocks {
      for expectation in block.expectations {
        checkReferences(of: expectation, known)
        bind(expectation, &known)
      }
    }
  }

  private mutating func checkReferences(of expectation: Expectation, _ known: KnownNames) {
    for reference in expectation.pattern.references where known.line(of: reference.name) == nil {
      let column = reference.column + expectation.mark.rawValue.utf8.count + 1
      let nearest = problems.isFull ? nil : NearestWord.find(reference.name, among: known.names)
      problems.add(.unboundName(reference.name, nearest: nearest), line: expectation.index + 1, column: column)
    }
  }

  private mutating func bind(_ expectation: Expectation, _ known: inout KnownNames) {
    for binding in expectation.pattern.bindings {
      let line = expectation.index + 1
      let column = binding.column + expectation.mark.rawValue.utf8.count + 1
      if expectation.mark.isPrefix {
        let kind = TranscriptProblem.Kind.bindingInOpenLine(binding.name, mark: expectation.mark.rawValue)
        problems.add(kind, line: line, column: column)
      } else if let first = known.line(of: binding.name) {
        problems.add(.repeatedBinding(binding.name, firstLine: first), line: line, column: column)
      } else {
        known.add(binding.name, line: line)
      }
    }
  }

  private mutating func checkUse(of bindings: [LetBinding], in cases: [TranscriptCase]) {
    guard !bindings.isEmpty else { return }
    var used: Set<String> = []
    for transcriptCase in cases {
      for step in transcriptCase.steps { used.formUnion(step.command.valueNames) }
      for block in transcriptCase.blocks {
        for expectation in block.expectations { used.formUnion(expectation.pattern.valueNames) }
      }
    }
    for binding in bindings where !used.contains(binding.name) {
      problems.add(.unusedLet(binding.name), line: binding.line, column: 1)
    }
  }
}

/// The names that the lines of a case have bound so far.
private struct KnownNames {
  private var lines: [String: Int] = [:]
  /// In the order in which they were bound.
  private(set) var names: [String] = []

  mutating func add(_ name: String, line: Int) {
    lines[name] = line
    names.append(name)
  }

  func line(of name: String) -> Int? { lines[name] }
}

extension String {
  /// The references `$name` of a command, those inside quotes left out.
  fileprivate var valueNames: [String] {
    var names: [String] = []
    var isQuoted = false
    var isEscaped = false
    var scanner = ValueScanner(self)
    while let byte = scanner.next {
      if !isQuoted, scanner.skip("$") {
        if let name = scanner.identifier() { names.append(name) }
        continue
      }
      if byte == UInt8(ascii: "\"") && !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      scanner.move(to: scanner.offset + 1)
    }
    return names
  }
}
