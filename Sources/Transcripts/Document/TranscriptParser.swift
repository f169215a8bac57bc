import Traces
import Turns

/// Parses a transcript line by line and continues after a faulty line.
struct TranscriptParser {
  let language: CommandLanguage?
  var problems: ProblemList
  var awaitsOutput = false
  var requiresEnd = true
  var lines: [TranscriptLine] = []
  var header = TranscriptHeader()
  var cases: [TranscriptCase] = []
  var current: TranscriptCase?
  var titleLines: [[UInt8]: Int] = [:]
  var letLines: (ofFile: [String: Int], ofCase: [String: Int]) = ([:], [:])
  var endIndex: Int?
  /// Whether an unknown directive may have started a case.
  var hasUnknownDirective = false
  /// Cases with rejected lines; their names are incomplete.
  var refusedCases: Set<Int> = []
  /// The number of problems when the case began. A case with rejected lines counts as having expectations.
  var problemsAbove = 0
  private(set) var sawSeparator = false
  private(set) var continues = false

  var number: Int { lines.count + 1 }

  mutating func read(_ text: String) {
    let line: TranscriptLine
    do throws(TranscriptProblem.Kind) {
      line = try LineClassifier.classify(text)
    } catch {
      line = TranscriptLine(.comment, rest: "")
      problems.add(error, line: number)
    }
    requireVersion(above: line)
    if let endIndex {
      // Only the first line after `%end` is reported.
      if lines.count == endIndex + 1 { problems.add(.behindEnd(line: endIndex + 1), line: number) }
    } else {
      read(line)
    }
    switch line.kind {
    case .command, .continuation: continues = true
    case .directive, .comment, .output, .separator: continues = false
    }
    lines.append(line)
  }

  mutating func finish() throws(TranscriptProblems) -> Transcript {
    closeCase()
    if header.isRecorded, requiresEnd, endIndex == nil {
      problems.add(.recordingNotEnded(cases: cases.count), line: max(1, lines.count))
    }
    if header.versionLine == nil { problems.add(.missingVersion, line: 1) }
    if header.machine == nil { reportMissingMachine() }
    if cases.isEmpty, !hasUnknownDirective { problems.add(.noCase, line: lines.count, column: 1) }
    checkNames()
    guard problems.isEmpty, let machine = header.machine, let machineIndex = header.machineIndex else {
      throw problems.error
    }
    return Transcript(
      lines: lines, language: language, machine: machine, machineIndex: machineIndex, seed: header.seed,
      uses: header.uses, bindings: header.bindings, paths: header.paths, cases: cases, endIndex: endIndex)
  }

  private mutating func read(_ line: TranscriptLine) {
    switch line.kind {
    case .separator: sawSeparator = true
    case .comment: break
    case .directive: readDirective(line)
    case .command: readCommand(line)
    case .continuation: readContinuation(line)
    case .output(let mark): readOutput(line, mark)
    }
  }

  private mutating func requireVersion(above line: TranscriptLine) {
    guard header.versionLine == nil else { return }
    switch line.kind {
    case .separator, .comment: return
    case .directive where line.rest.utf8.starts(with: "transcript".utf8): return
    case .directive, .command, .continuation, .output:
      header.versionLine = number
      problems.add(.missingVersion, line: number)
    }
  }

  private mutating func readCommand(_ source: TranscriptLine) {
    guard let piece = commandPiece(source) else { return }
    guard current != nil else { return reportOutsideCase(.commandOutsideCase) }
    if let problem = language?.problem(of: piece.text) {
      problems.add(problem, line: piece.piece.place.line, column: piece.piece.place.column)
    }
    let step = TranscriptStep(
      command: piece.text, isLook: isLook(piece.text), line: number, block: ExpectedBlock(insertion: number),
      pieces: [piece.piece])
    current?.steps.append(step)
    sawSeparator = false
  }

  private mutating func readContinuation(_ line: TranscriptLine) {
    guard let piece = commandPiece(line) else { return }
    guard continues, var step = current?.steps.popLast() else {
      return problems.add(.strayContinuation, line: number)
    }
    step.command += " " + piece.text
    step.pieces.append(piece.piece)
    step.block.insertion = number
    step.isLook = isLook(step.command)
    current?.steps.append(step)
  }

  private mutating func readOutput(_ line: TranscriptLine, _ mark: OutputMark) {
    guard current != nil else { return reportOutsideCase(.outputOutsideCase) }
    let isOfLoop = current?.loop.map { $0.start == current?.steps.count } ?? false
    let last = isOfLoop ? nil : current?.steps.indices.last
    let pattern: LinePattern
    do throws(PatternProblem) {
      pattern = try LinePattern(
        parsing: line.content, allowingPrefix: mark.isPrefix,
        isFreeText: last.flatMap { current?.steps[$0].isLook } ?? false)
    } catch {
      return problems.add(error.kind, line: number, column: error.column + mark.rawValue.utf8.count + 1)
    }
    let expectation = Expectation(
      index: lines.count, mark: mark, pattern: pattern, followsSeparator: sawSeparator)
    sawSeparator = false
    if isOfLoop {
      current?.loop?.block.expectations.append(expectation)
    } else if let last {
      current?.steps[last].block.expectations.append(expectation)
    } else {
      current?.opening.expectations.append(expectation)
    }
  }

  private mutating func reportOutsideCase(_ kind: TranscriptProblem.Kind) {
    if !hasUnknownDirective { problems.add(kind, line: number) }
  }

  private mutating func commandPiece(_ line: TranscriptLine) -> (text: String, piece: TranscriptStep.Piece)? {
    let trimmed = line.content.trimmingBlanks
    guard !trimmed.isEmpty else {
      problems.add(.emptyCommand, line: number)
      return nil
    }
    let column = line.contentOffset + line.content.leadingBlankCount + 1
    let place = SourcePlace(line: number, column: column)
    return (trimmed, TranscriptStep.Piece(place: place, scalars: trimmed.scalarCount))
  }

  private func isLook(_ command: String) -> Bool { language?.isLook(command) ?? false }
}

extension String {
  var leadingBlankCount: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }

  var trimmingBlanks: String {
    utf8.first == UInt8(ascii: " ")
      ? String(Substring(utf8.dropFirst(leadingBlankCount))).trimmingTrailingBlanks : trimmingTrailingBlanks
  }

  var trimmingTrailingBlanks: String {
    guard utf8.last == UInt8(ascii: " ") else { return self }
    let kept = utf8.count - utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return String(Substring(utf8.prefix(kept)))
  }
}

extension TranscriptParser {
  /// Checks that names are bound once, before use, and that each `%let` is used. Skips cases with rejected lines.
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

private struct KnownNames {
  private var lines: [String: Int] = [:]
  private(set) var names: [String] = []

  mutating func add(_ name: String, line: Int) {
    lines[name] = line
    names.append(name)
  }

  func line(of name: String) -> Int? { lines[name] }
}

extension String {
  /// The `$name` references outside quotes.
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
