import Traces
import ViewModels

/// Hides possible secrets of an unreadable line, in error messages and the history.
///
/// A readable command spells its secrets by name. Of an unreadable line, only verbs, names, and values for known
/// recipients without secrets are shown. The rest may be secret unless the open machine has no secrets.
struct Disclosure {
  static let mark = "<withheld>"

  private let line: String
  private let scene: Scene?
  /// Nil if the whole line may be shown.
  private var shownBytes: Int?
  private var withheldWords: Set<Name>?

  init(_ line: String, in scene: Scene?) {
    self.line = line
    self.scene = scene
    guard scene?.machine.holdsSecrets ?? true else { return }
    var scanner = ValueScanner(line)
    shownBytes = withheldPart(of: &scanner)
  }

  init(value: String, for machine: Machine) {
    line = value
    scene = nil
    if machine.holdsSecrets { (shownBytes, withheldWords) = PlainWords(of: machine).withheld(of: value, from: 0) }
  }

  var isWhole: Bool { shownBytes == nil }

  var text: String {
    guard let shownBytes else { return line }
    return String(Substring(line.utf8.prefix(shownBytes))) + Self.mark
  }

  func disclosed(_ mistake: Mistake) -> Mistake {
    guard let shownBytes else { return mistake }
    let columns = Substring(line.utf8.prefix(shownBytes)).unicodeScalars.count
    return withheldWords.map { mistake.disclosed(columns: columns, hiding: $0) } ?? mistake.disclosed(columns: columns)
  }

  // MARK: Walking

  /// The offset of the first byte that must not be shown.
  private mutating func withheldPart(of scanner: inout ValueScanner) -> Int? {
    guard scanner.next != UInt8(ascii: "#"), let start = beginWord(&scanner) else { return nil }
    let word = scanner.word()
    guard let verb = Verb.typed(word) else {
      guard isName(word) else { return start }
      return beginWord(&scanner).flatMap { isForAll(word, scanner) ? nil : $0 }
    }
    guard verb.isDriving else {
      guard verb.takesText else { return nil }
      let withheld = PlainWords(of: scene?.machine).withheld(of: line, from: scanner.offset)
      withheldWords = withheld.words
      return withheld.offset
    }
    guard verb.parameters.first?.kind != .line else { return withheldPart(of: &scanner) }
    guard verb.takesValue else {
      // `sett password x` may mean 'set', although it is a prefix of 'settle'.
      guard Name(verb.name) != word, let start = beginWord(&scanner) else { return nil }
      _ = scanner.word()
      return beginWord(&scanner) == nil ? nil : start
    }
    return withheldArgument(of: verb, &scanner)
  }

  /// Whether the mistyped verb probably has no values: `opn login`.
  private func isForAll(_ word: String, _ scanner: ValueScanner) -> Bool {
    var probe = scanner
    let second = probe.word()
    guard beginWord(&probe) == nil, isName(second),
      let nearest = NearestWord.find(word, among: Verb.all.map(\.name)), let verb = Verb.typed(nearest)
    else { return false }
    return !verb.isDriving
  }

  /// The offset of the withheld argument; nil if the recipient is known and holds no secret.
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

  /// False for `password="x"` and `passwordx`.
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
  /// Whether its arguments may contain a value of the machine.
  var takesText: Bool {
    parameters.contains { parameter in
      switch parameter.kind {
      case .expression, .options, .path, .topic, .command, .value, .observation: true
      default: false
      }
    }
  }
}

extension Machine {
  /// Whether a word is only a name. It must not extend a secret's name, unless the machine has that name.
  fileprivate func isPlainName(_ word: String) -> Bool {
    guard word.isOfNameCharacters else { return false }
    return !isBeyondSecretName(word) || control(named: word) != nil || inputs.contains { $0.name == word }
  }

  /// Whether more follows a secret's name, possibly its value.
  fileprivate func isBeyondSecretName(_ word: String) -> Bool {
    secretNames.contains { !$0.isEmpty && Name($0) != word && word.beginsWithBytes(of: $0) }
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

/// The words that queries and searches always show: the console's words and the machine's names.
///
/// A literal is hidden if the line has a secret's name, or an unknown name that may be a misspelled one. After such
/// a name, all words but these are hidden.
struct PlainWords {
  private let names: Set<Name>
  private let samples: Set<Name>
  private let machine: Machine?

  static let console: Set<Name> = {
    let words = ["count", "requests", "leads", "to", "within", "transition"] + ReservedWord.allCases.map(\.rawValue)
    let texts =
      Verb.all.flatMap { [$0.name, $0.usage] } + SearchOption.allCases.map(\.usage) + words
      + ObservationWord.allCases.map(\.rawValue)
    return Set(texts.flatMap { $0.components.map { Name(String($0)) } })
  }()

  init(of machine: Machine?) {
    self.machine = machine
    guard let machine else {
      (names, samples) = ([], [])
      return
    }
    let expressions = ExpressionNames(machine)
    var texts = expressions.all + (machine.declaredNames + machine.serviceNames + machine.pageNames).texts
    texts += expressions.regions.flatMap { expressions.stateNames(of: $0).texts }
    names = Set(texts.flatMap { $0.components.map { Name(String($0)) } })
    samples = Set(expressions.samples.entries.map { Name($0.name) })
  }

  private enum Part {
    case literal
    case plain
    case secretName
    /// A secret's name, possibly joined with its value.
    case joined
    case unknown
  }

  /// Nil if nothing is withheld.
  func withheld(of line: String, from start: Int) -> (offset: Int?, words: Set<Name>?) {
    let bytes = Array(line.utf8)
    var (offset, hidden, firstLiteral, firstUnknown): (Int, Int?, Int?, Int?) = (start, nil, nil, nil)
    var isSuspect = false
    while offset < bytes.count, hidden == nil {
      let begin = offset
      guard let part = part(of: bytes, at: &offset) else { continue }
      switch part {
      case .plain: break
      case .literal where isSuspect: hidden = begin
      case .literal: firstLiteral = firstLiteral ?? begin
      case .unknown where isSuspect: hidden = begin
      case .joined: hidden = [firstLiteral, firstUnknown, begin].compactMap(\.self).min()
      case .unknown:
        (isSuspect, firstUnknown) = (true, begin)
        hidden = firstLiteral
      case .secretName:
        isSuspect = true
        hidden = [firstLiteral, firstUnknown].compactMap(\.self).min()
      }
    }
    guard let hidden else { return (nil, nil) }
    let rest = String(decoding: bytes[hidden...], as: UTF8.self)
    return (
      hidden, Set(rest.components.map { Name(String($0)) }.filter { !names.contains($0) && !Self.console.contains($0) })
    )
  }

  private func part(of bytes: [UInt8], at offset: inout Int) -> Part? {
    let begin = offset
    let first = bytes[begin]
    offset += 1
    if first == UInt8(ascii: "\"") {
      while offset < bytes.count, bytes[offset] != first { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
      offset = min(offset + 1, bytes.count)
      return offset == begin + 2 && bytes[begin + 1] == first ? .plain : .literal
    }
    if first == UInt8(ascii: "-"), offset < bytes.count, bytes[offset] == first {
      while offset < bytes.count, bytes[offset].isOfWord || bytes[offset] == first { offset += 1 }
      let option = String(decoding: bytes[begin..<offset], as: UTF8.self)
      return SearchOption(rawValue: option) == nil ? .unknown : .plain
    }
    guard first.isOfWord || first == UInt8(ascii: "$") else { return nil }
    while offset < bytes.count, bytes[offset].isOfWord { offset += 1 }
    let word = String(decoding: bytes[begin..<offset], as: UTF8.self)
    if first == UInt8(ascii: "$") { return samples.contains(Name(String(word.dropFirst()))) ? .plain : .unknown }
    if word.utf8.allSatisfy(\.isDigit) || (try? VirtualDuration(word)) != nil {
      // Counts of commands and row numbers are not values.
      let before = bytes[..<begin].last { $0 != UInt8(ascii: " ") }
      return before.map { "=<>(,{:".utf8.contains($0) } ?? true || isFollowedByComparison(bytes, offset)
        ? .literal : .plain
    }
    if isSecret(word) { return .secretName }
    if names.contains(Name(word)) || Self.console.contains(Name(word)) { return .plain }
    return machine?.isBeyondSecretName(word) ?? false ? .joined : .unknown
  }

  private func isFollowedByComparison(_ bytes: [UInt8], _ offset: Int) -> Bool {
    bytes[offset...].first { $0 != UInt8(ascii: " ") }.map { "=<>!".utf8.contains($0) } ?? false
  }

  private func isSecret(_ word: String) -> Bool {
    guard let machine else { return false }
    if machine.secretNames.contains(Name(word)) { return true }
    let taken = machine.inputs.filter { $0.name == word }.map(\.shape) + [machine.control(named: word)?.takes ?? .void]
    if taken.contains(where: { $0 != .void && $0.mayHoldSecret }) { return true }
    return machine.serviceNames.contains(Name(word)) && machine.mayHoldSecret(.success(of: word))
  }
}

extension UInt8 {
  var isOfWord: Bool {
    isDigit || self == UInt8(ascii: "_") || self >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= self | 0x20
  }
}

extension String {
  fileprivate var components: [Substring] {
    utf8.split { !$0.isOfWord }.map { Substring($0) }
  }
}
