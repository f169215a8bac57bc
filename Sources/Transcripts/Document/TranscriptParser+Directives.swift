import Traces
import Turns

extension TranscriptParser {
  mutating func readDirective(_ line: TranscriptLine) {
    let scalars = line.rest.unicodeScalars
    let word = String(Substring(scalars.prefix { $0 != " " }))
    let rest = Substring(scalars.dropFirst(word.unicodeScalars.count))
    let blanks = rest.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let argument = String(Substring(rest.utf8.dropFirst(blanks))).trimmingTrailingBlanks
    let column = 2 + word.unicodeScalars.count + blanks
    guard let directive = Directive(rawValue: word) else { return reportUnknown(word) }
    if directive.isOfHeader && (current != nil || !cases.isEmpty) {
      return problems.add(.headerDirectiveInCase(word), line: number)
    }
    switch directive.argument {
    case let wanted? where argument.isEmpty:
      return problems.add(.missingArgument(word, wanted: wanted), line: number, column: column)
    case nil where !argument.isEmpty:
      return problems.add(.unwantedArgument(word, argument), line: number, column: column)
    default: read(directive, argument, column: column)
    }
  }

  mutating func reportMissingMachine() {
    guard header.reportsMissingMachine else { return }
    header.reportsMissingMachine = false
    problems.add(.missingMachine, line: min(number, max(1, lines.count)))
  }

  mutating func closeCase() {
    guard let finished = current else { return }
    current = nil
    if let loop = finished.loop, loop.start == finished.steps.count {
      problems.add(.loopWithoutCommand, line: loop.line)
    }
    if !awaitsOutput, problems.count == problemsAbove, finished.expectsNothing {
      problems.add(.caseWithoutExpectation(finished.title), line: finished.line)
    }
    if problems.count > problemsAbove { refusedCases.insert(cases.count) }
    cases.append(finished)
  }

  private mutating func read(_ directive: Directive, _ argument: String, column: Int) {
    switch directive {
    case .transcript: readVersion(argument, column: column)
    case .machine: readMachine(argument, column: column)
    case .seed: readSeed(argument, column: column)
    case .use: readUse(argument, column: column)
    case .case: readCase(argument)
    case .let: readLet(argument, column: column)
    case .tag: readTags(argument)
    case .skip: readReason(argument, of: directive, \.skipReason)
    case .xfail: readReason(argument, of: directive, \.expectedFailure)
    case .expand: readPath(argument, of: directive, \.expanded)
    case .mute: readPath(argument, of: directive, \.muted)
    case .loop: readLoop()
    case .end: readEnd(argument, column: column)
    }
  }

  private mutating func reportUnknown(_ word: String) {
    hasUnknownDirective = true
    let nearest = NearestWord.find(word, among: Directive.words)
    problems.add(.unknownDirective(word, nearest: nearest), line: number)
  }

  private mutating func readVersion(_ argument: String, column: Int) {
    if let line = header.versionLine {
      return problems.add(.repeatedDirective("transcript", firstLine: line), line: number)
    }
    header.versionLine = number
    header.isRecorded = argument.hasBytes(of: "1 recorded")
    if argument != "1", !header.isRecorded { problems.add(.unsupportedVersion(argument), line: number, column: column) }
  }

  private mutating func readMachine(_ argument: String, column: Int) {
    if let index = header.machineIndex {
      return problems.add(.repeatedDirective("machine", firstLine: index + 1), line: number)
    }
    header.machineIndex = lines.count
    header.reportsMissingMachine = false
    let (name, hash) = MachineReference.split(argument)
    let parts = name.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    let isFile = name.utf8.starts(with: MachineReference.fileMark.utf8)
    let isMalformed = parts.count > 2 || parts.contains(where: \.isEmpty) || name.unicodeScalars.contains(" ")
    if !isFile && isMalformed {
      return problems.add(.malformedMachine(argument), line: number, column: column)
    }
    guard parts.count == 2 || isFile else {
      return problems.add(.missingVariant(name), line: number, column: column)
    }
    if let hash, !MachineReference.isHash(hash) {
      let hashColumn = column + argument.unicodeScalars.count - hash.unicodeScalars.count
      return problems.add(.malformedHash(hash), line: number, column: hashColumn)
    }
    header.machine = MachineReference(
      name: isFile ? name : String(Substring(parts[0])), variant: isFile ? "" : String(Substring(parts[1])),
      hash: hash)
  }

  private mutating func readSeed(_ argument: String, column: Int) {
    if let line = header.seedLine {
      return problems.add(.repeatedDirective("seed", firstLine: line), line: number)
    }
    header.seedLine = number
    let isDigits = argument.utf8.allSatisfy(\.isDigit)
    guard isDigits, let seed = UInt64(argument) else {
      return problems.add(.malformedSeed(argument), line: number, column: column)
    }
    header.seed = seed
  }

  private mutating func readUse(_ argument: String, column: Int) {
    let parts = argument.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual("..".utf8) && !part.elementsEqual(".".utf8) && part.count <= 255
        && !part.contains(UInt8(ascii: "\\"))
    }
    guard isSafe, argument.utf8.count <= 1024 else {
      return problems.add(.unsafePath(argument), line: number, column: column)
    }
    header.uses.append(UsedFile(path: argument, line: number))
  }

  private mutating func readCase(_ title: String) {
    closeCase()
    if header.machine == nil && header.machineIndex == nil { reportMissingMachine() }
    if let first = titleLines[Array(title.utf8)] {
      problems.add(.repeatedTitle(title, firstLine: first), line: number)
    } else {
      titleLines[Array(title.utf8)] = number
    }
    letLines.ofCase = [:]
    problemsAbove = problems.count
    current = TranscriptCase(title: title, line: number)
  }

  private mutating func readLet(_ argument: String, column: Int) {
    if current != nil, !isInHead(.let) { return }
    guard let (name, text, offset) = letParts(argument) else {
      return problems.add(.malformedBinding, line: number, column: column)
    }
    guard name.isIdentifier, name.utf8.count <= 256 else {
      return problems.add(.malformedName(name), line: number, column: column)
    }
    if let first = letLines.ofFile[name] ?? letLines.ofCase[name] {
      return problems.add(.repeatedLet(name, firstLine: first), line: number, column: column)
    }
    let value: Value
    do throws(TextError) {
      value = try Value(parsing: text)
    } catch {
      let place = column + offset + error.column - 1
      return problems.add(.malformedValue(error.concealed.sentence), line: number, column: place)
    }
    let binding = LetBinding(name: name, value: value, line: number)
    if current == nil {
      letLines.ofFile[name] = number
      header.bindings.append(binding)
    } else {
      letLines.ofCase[name] = number
      current?.bindings.append(binding)
    }
  }

  private func letParts(_ argument: String) -> (name: String, value: String, offset: Int)? {
    let scalars = Array(argument.unicodeScalars)
    guard let equals = scalars.firstIndex(of: "=") else { return nil }
    let start = scalars[(equals + 1)...].firstIndex { $0 != " " } ?? scalars.count
    let name = String(String.UnicodeScalarView(scalars[..<equals])).trimmingTrailingBlanks
    guard start < scalars.count, !name.isEmpty else { return nil }
    return (name, String(String.UnicodeScalarView(scalars[start...])), start)
  }

  private mutating func readTags(_ argument: String) {
    guard isInHead(.tag) else { return }
    current?.tags += argument.unicodeScalars.split(separator: " ").map { String(Substring($0)) }
  }

  private mutating func readReason(
    _ argument: String, of directive: Directive, _ reason: WritableKeyPath<TranscriptCase, String?>
  ) {
    guard isInHead(directive) else { return }
    if let current, current[keyPath: reason] != nil {
      return problems.add(.repeatedDirective(directive.rawValue, firstLine: current.line), line: number)
    }
    current?[keyPath: reason] = argument
  }

  private mutating func readPath(
    _ path: String, of directive: Directive, _ selection: WritableKeyPath<OutputPaths, PathSelection>
  ) {
    if current == nil {
      header.paths[keyPath: selection].add(path)
    } else if isInHead(directive) {
      current?.paths[keyPath: selection].add(path)
    }
  }

  private mutating func readLoop() {
    guard let current else { return problems.add(.caseDirectiveInHeader("loop"), line: number) }
    if let loop = current.loop {
      return problems.add(.repeatedDirective("loop", firstLine: loop.line), line: number)
    }
    let loop = TranscriptLoop(line: number, start: current.steps.count, block: ExpectedBlock(insertion: number))
    self.current?.loop = loop
  }

  private mutating func readEnd(_ argument: String, column: Int) {
    closeCase()
    endIndex = lines.count
    let isDigits = argument.utf8.allSatisfy(\.isDigit)
    guard isDigits, let count = Int(argument) else {
      return problems.add(.malformedEnd(argument), line: number, column: column)
    }
    if count != cases.count { problems.add(.wrongEnd(said: count, cases: cases.count), line: number, column: column) }
  }

  /// Whether the directive is above the output and the commands of a case. The opening's output follows it.
  private mutating func isInHead(_ directive: Directive) -> Bool {
    let line = number
    guard let current else {
      problems.add(.caseDirectiveInHeader(directive.rawValue), line: line)
      return false
    }
    guard current.isAtItsTop else {
      problems.add(.caseDirectiveBelowCommand(directive.rawValue), line: line)
      return false
    }
    self.current?.opening.insertion = line
    return true
  }
}

extension TranscriptCase {
  fileprivate var isAtItsTop: Bool { opening.expectations.isEmpty && steps.isEmpty && loop == nil }
}
