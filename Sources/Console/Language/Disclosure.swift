import Traces
import ViewModels

/// How much of a line that cannot be read may be shown: in a mistake, below it, and in the history.
///
/// A command that is read writes its secrets by name. Of one that is not, only verbs, names and what is typed for something
/// that is known and holds no secret may be shown; on a machine with secrets, and where no machine is open, the rest might
/// be one.
struct Disclosure {
  /// What stands in the place of the rest.
  static let mark = "<withheld>"

  private let line: String
  private let scene: Scene?
  /// How many bytes may be shown; nil when the whole line may.
  private var shownBytes: Int?
  /// Whether it is a look, a search or a jump.
  private var isOfLook = false

  init(_ line: String, in scene: Scene?) {
    self.line = line
    self.scene = scene
    guard scene?.machine.holdsSecrets ?? true else { return }
    var scanner = ValueScanner(line)
    shownBytes = withheldPart(of: &scanner)
    scanner = ValueScanner(line)
    scanner.skipBlanks()
    isOfLook = Verb.typed(scanner.word())?.isDriving == false
  }

  var isWhole: Bool { shownBytes == nil }

  /// The line as it may be shown.
  var text: String {
    guard let shownBytes else { return line }
    return String(Substring(line.utf8.prefix(shownBytes))) + Self.mark
  }

  /// A mistake of the line as it may be shown.
  func disclosed(_ mistake: Mistake) -> Mistake { mistake.disclosed(columns: columns, isOfLook: isOfLook) }

  /// How many columns of the line may be shown; nil when all may.
  var columns: Int? {
    shownBytes.map { Substring(line.utf8.prefix($0)).unicodeScalars.count }
  }

  // MARK: Walking

  /// Reads verb and arguments, and stops before what may not be shown.
  private func withheldPart(of scanner: inout ValueScanner) -> Int? {
    guard scanner.next != UInt8(ascii: "#"), let start = beginWord(&scanner) else { return nil }
    let word = scanner.word()
    guard let verb = Verb.typed(word) else {
      guard isName(word) else { return start }
      return beginWord(&scanner).flatMap { isForAll(word, scanner) ? nil : $0 }
    }
    guard verb.isDriving else { return withheldLook(of: verb, scanner) }
    guard verb.parameters.first?.kind != .line else { return withheldPart(of: &scanner) }
    guard verb.takesValue else {
      // `sett password x` may begin 'settle', and was meant otherwise.
      guard Name(verb.name) != word, let start = beginWord(&scanner) else { return nil }
      _ = scanner.word()
      return beginWord(&scanner) == nil ? nil : start
    }
    return withheldArgument(of: verb, &scanner)
  }

  // MARK: Looks

  /// What a look, a search or a target of travel names: the whole may be shown where it reads without a mistake, since secrets
  /// are accepted by the names of their samples only.
  private func withheldLook(of verb: Verb, _ scanner: ValueScanner) -> Int? {
    guard verb.takesText else { return nil }
    var scanner = scanner
    guard let scene else { return withheldName(of: verb, scanner) }
    var reader = ArgumentReader(scanner, verb: verb, source: .typed, scene: scene)
    do throws(Mistake) {
      try reader.readText(in: scene)
      return nil
    } catch {
      guard let columns = error.shownColumns else { return withheldName(of: verb, scanner) }
      let shown = line.byteCount(ofColumns: columns)
      scanner.move(to: shown)
      return beginWord(&scanner) == nil ? nil : shown
    }
  }

  /// Names may be shown, up to what may be a value: behind the name of a secret, and what is no name.
  private func withheldName(of verb: Verb, _ scanner: ValueScanner) -> Int? {
    var scanner = scanner
    var mayBeSecret = false
    while let start = beginWord(&scanner) {
      let word = scanner.word()
      let isOption = fits(word, .observation)
      let isFlag = word.beginsWithBytes(of: "--") && isName(String(Substring(word.utf8.dropFirst(2))))
      let isQuoted = word.utf8.first.map { "'\"".utf8.contains($0) } ?? false
      guard isOption || !mayBeSecret && !isQuoted && (isName(word) || isFlag) else { return start }
      mayBeSecret = mayBeSecret || scene?.mayHoldSecret(word) ?? false
    }
    return nil
  }

  /// Whether a line with a mistyped verb is a short one of a verb that carries no value: `opn login`.
  private func isForAll(_ word: String, _ scanner: ValueScanner) -> Bool {
    var probe = scanner
    let second = probe.word()
    guard beginWord(&probe) == nil, isName(second),
      let nearest = NearestWord.find(word, among: Verb.all.map(\.name)), let verb = Verb.typed(nearest)
    else { return false }
    return !verb.isDriving
  }

  /// Where the value's recipient is known and holds no secret, the whole line may be shown.
  private func withheldArgument(of verb: Verb, _ scanner: inout ValueScanner) -> Int? {
    var recipient: Recipient?
    for parameter in verb.parameters {
      guard let start = beginWord(&scanner) else { return nil }
      guard parameter.kind != .value else { return start }
      guard fits(scanner.word(), parameter.kind) else {
        guard parameter.isOptional else { return start }
        scanner.move(to: start)
        continue
      }
      if recipient == nil {
        let named = self.recipient(scanner.text(from: start, to: scanner.offset), of: verb)
        if let named, let scene, !scene.machine.mayHoldSecret(named) { return nil }
        recipient = named
      }
    }
    return beginWord(&scanner)
  }

  /// The offset of the next word; nil at the end.
  private func beginWord(_ scanner: inout ValueScanner) -> Int? {
    scanner.skipBlanks()
    return scanner.isAtEnd ? nil : scanner.offset
  }

  // MARK: Words

  private func fits(_ word: String, _ kind: Parameter.Kind) -> Bool {
    switch kind {
    case .textControl, .control, .assignableField, .input, .request, .service: isName(word)
    case .outcome: Outcome(exactly: word) != nil
    case .answer: Outcome(exactly: word) != nil || ["never", "twice", "manual"].contains(Name(word))
    case .serviceFlag: ["late", "once"].contains(Name(word))
    case .observation: ObservationWord(rawValue: word) != nil
    case .duration: (try? VirtualDuration(word)) != nil || word.utf8.allSatisfy(\.isDigit)
    case .machine, .path, .value, .button, .count, .work, .command, .line, .title, .file, .newBranch, .branch,
      .otherBranch, .otherVariant, .topic, .expression, .options, .diagramFormat, .observerOrder,
      .setting, .settingValue:
      false
    }
  }

  /// Whether a word can be a name and nothing more: neither `password="x"` nor `passwordx`.
  private func isName(_ word: String) -> Bool {
    guard let scene else { return word.isOfNameCharacters }
    return scene.machine.isPlainName(word) || word.isOfNameCharacters && scene.field(at: word) != nil
  }

  private func recipient(_ word: String, of verb: Verb) -> Recipient? {
    switch verb.parameters.first?.kind {
    case .textControl: .edit(control: word)
    case .control: .tap(control: word)
    case .assignableField: .field(word)
    case .input: .input(word)
    case .request, .service: .success(of: word)
    default: nil
    }
  }
}

extension Verb {
  /// Whether what is behind it may name or compare a value of the machine.
  var takesText: Bool {
    parameters.contains { parameter in
      switch parameter.kind {
      case .expression, .options, .path, .topic, .command, .value, .observation: true
      default: false
      }
    }
  }
}

extension ArgumentReader {
  /// Reads what a look, a search or a jump names, and does nothing with it.
  ///
  /// - Throws: what is wrong; also what only running it would tell is passed over.
  fileprivate mutating func readText(in scene: Scene) throws(Mistake) {
    let machine = scene.machine
    switch verb.name {
    case "show":
      if isNamedValue { return try readNames(in: scene) }
      _ = try reading("") { (text) throws(Mistake) in try ShownStatement(text, of: machine) }
    case "watch": if try ending(of: .max) == nil { _ = try expressionOfAnyValue(of: machine) }
    case "break": if try ending(of: .max) == nil { _ = try breakpoint(of: machine) }
    case "jump":
      _ = skip(word: "last")
      if !skip(word: "when") { return try readNames(in: scene) }
      _ = try expression()
    case "path", "goto": _ = try reading("") { (text) throws(Mistake) in try SearchTarget(text, of: scene) }
    case "explore", "fuzz":
      _ = try leadingCount()
      let request = try searchRequest(of: verb.options)
      do throws(SearchRequest.Failure) { _ = try request.options(in: scene) } catch { throw error.inLine }
    default: try readNames(in: scene)
    }
  }

  /// Whether a named value is all that is left.
  private var isNamedValue: Bool {
    var probe = self
    return (try? probe.word("").text.utf8.first == UInt8(ascii: "$")) ?? false && probe.isAtEnd()
  }

  /// Reads names of the machine, and samples; nothing may follow the name of a secret.
  private mutating func readNames(in scene: Scene) throws(Mistake) {
    while !isAtEnd() {
      let word = try word("a name")
      let name = String(Substring(word.text.utf8.dropFirst()))
      let isSample = word.text.utf8.first == UInt8(ascii: "$") && names.entries.contains { Name($0.name) == name }
      guard isSample || scene.machine.isPlainName(word.text) else {
        throw Mistake(.unexpected(word.text, verb: verb.name, usage: verb.usage), column: word.column)
      }
      if !isAtEnd(), scene.mayHoldSecret(word.text) { throw missing("an option") }
    }
  }
}

extension Scene {
  /// Whether what is behind a name may be a value of a secret.
  fileprivate func mayHoldSecret(_ name: String) -> Bool {
    if machine.secretNames.contains(Name(name)) || field(at: name)?.shape.isSecret ?? false { return true }
    return machine.control(named: name)?.takes != nil && machine.mayHoldSecret(.tap(control: name))
  }
}

extension String {
  /// How many bytes the first columns have.
  fileprivate func byteCount(ofColumns columns: Int) -> Int {
    String(String.UnicodeScalarView(unicodeScalars.prefix(columns))).utf8.count
  }
}

extension Machine {
  /// Whether a word can be a name and nothing more, so that it may be shown even where it means nothing: it does not begin with
  /// the name of a secret, unless it is a name of the machine.
  func isPlainName(_ word: String) -> Bool {
    guard word.isOfNameCharacters else { return false }
    let names = secretNames.filter { !$0.isEmpty && word.beginsWithBytes(of: $0) }
    return names.allSatisfy { Name($0) == word } || control(named: word) != nil
      || inputs.contains { $0.name == word }
  }
}

extension String {
  fileprivate var isOfNameCharacters: Bool {
    unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_.[]#'".unicodeScalars.contains(scalar)
    }
  }
}
