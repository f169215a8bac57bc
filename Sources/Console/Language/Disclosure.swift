import Traces
import ViewModels

/// Hides possible secrets of an unreadable line, in error messages and the history.
///
/// A readable command spells its secrets by name. Of an unreadable line, only verbs, names, words near a name, and
/// values for known recipients without secrets are shown. The rest may be secret unless the open machine has no
/// secrets.
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
      guard Verb.isNear(word) || scene != nil && isName(word) else { return start }
      return beginWord(&scanner).flatMap { isForAll(word, scanner) ? nil : $0 }
    }
    if verb.isDriving {
      guard verb.parameters.first?.kind != .line else { return withheldPart(of: &scanner) }
      if verb.takesValue { return withheldArgument(of: verb, &scanner) }
    }
    guard !verb.isNaming, beginWord(&scanner) != nil else { return nil }
    let withheld = PlainWords(of: scene?.machine).withheld(of: line, from: scanner.offset)
    withheldWords = withheld.words
    return withheld.offset
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
    case .outcome: Outcome(rawValue: word) != nil
    case .answer: Outcome(rawValue: word) != nil || ["never", "twice", "manual"].contains(Name(word))
    case .serviceFlag: ["late", "once"].contains(Name(word))
    case .observation: ObservationWord(rawValue: word) != nil
    case .duration: (try? VirtualDuration(word)) != nil || word.utf8.allSatisfy(\.isDigit)
    case .machine, .path, .value, .button, .count, .work, .command, .line, .title, .file, .newBranch, .branch,
      .otherBranch, .otherVariant, .topic, .expression, .options, .diagramFormat, .observerOrder,
      .setting, .settingValue:
      false
    }
  }

  /// False for `password="x"` and `passwordx`, and for a word that is near no name.
  private func isName(_ word: String) -> Bool {
    guard word.isOfNameCharacters, let scene else { return word.isOfNameCharacters }
    return scene.field(at: word) != nil || PlainWords(of: scene.machine).knows(word)
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
  /// Whether its argument names a file, a title, a branch or a machine, which the user makes public.
  var isNaming: Bool {
    parameters.contains { parameter in
      switch parameter.kind {
      case .file, .diagramFormat, .title, .newBranch, .branch, .otherBranch, .machine: true
      default: false
      }
    }
  }

  /// Whether a word begins a verb, is near one, or is the word of another tool.
  fileprivate static func isNear(_ word: String) -> Bool { meant(by: word) != nil || word.isNear(names) }
}

extension Machine {
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

/// The words that commands always show: the console's words and the machine's names.
///
/// A literal is shown with the name of something that is not secret, unless the line also has a secret's name or a
/// misspelled one. After such a name, all words but the known ones are hidden. Other unknown words are hidden.
struct PlainWords {
  private let names: Set<Name>
  private let samples: Set<Name>
  private let machine: Machine?

  static let console: Set<Name> = {
    let words =
      ["count", "requests", "leads", "to", "within", "transition"] + HelpText.generalTopics + [HelpText.tour]
      + ReservedWord.allCases.map(\.rawValue) + Settings.Name.allCases.map(\.rawValue)
      + SearchOption.allCases.flatMap(\.words) + SearchDomain.ObserverOrder.allCases.map(\.rawValue)
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
    var texts = expressions.all + machine.regionNames.texts + machine.domains.map(\.key)
    texts += ([machine] + machine.others).map(\.variant.text)
    for variant in machine.variantsWithNames {
      texts += (variant.declaredNames + variant.subjectNames + variant.serviceNames + variant.pageNames).texts
    }
    names = Set(texts.flatMap { $0.components.map { Name(String($0)) } })
    samples = Set(expressions.samples.entries.map { Name($0.name) })
  }

  private enum Part {
    case literal
    case plain
    /// A name whose value is not secret.
    case owner
    case secretName
    /// A secret's name, possibly joined with its value.
    case joined
    /// An unknown word that is near a known one.
    case misspelled
    case unknown
  }

  /// Nil if nothing is withheld.
  func withheld(of line: String, from start: Int) -> (offset: Int?, words: Set<Name>?) {
    var bytes = Array(line.utf8)
    var (offset, hidden, firstLiteral, firstMisspelled): (Int, Int?, Int?, Int?) = (start, nil, nil, nil)
    var (isSuspect, hasOwner, optionValues) = (false, false, 0)
    while offset < bytes.count, hidden == nil {
      let begin = offset
      if optionValues > 0, bytes[begin] == UInt8(ascii: "\"") {
        optionValues -= 1
        Self.unquote(&bytes, from: begin)
      }
      guard let part = part(of: bytes, at: &offset) else { continue }
      switch part {
      case .plain:
        if let option = SearchOption(rawValue: String(decoding: bytes[begin..<offset], as: UTF8.self)) {
          optionValues = option == .leadsTo ? 2 : option.place == nil ? 0 : 1
        }
      case .owner: hasOwner = true
      case .literal where isSuspect: hidden = begin
      case .literal: firstLiteral = firstLiteral ?? begin
      case .misspelled where isSuspect: hidden = begin
      case .unknown: hidden = firstLiteral ?? begin
      case .joined: hidden = [firstLiteral, firstMisspelled, begin].compactMap(\.self).min()
      case .misspelled:
        (isSuspect, firstMisspelled) = (true, begin)
        hidden = firstLiteral
      case .secretName:
        isSuspect = true
        hidden = [firstLiteral, firstMisspelled].compactMap(\.self).min()
      }
    }
    guard let hidden = hidden ?? (hasOwner ? nil : firstLiteral) else { return (nil, nil) }
    let rest = String(Substring(line.utf8.dropFirst(hidden)))
    return (
      hidden, Set(rest.components.map { Name(String($0)) }.filter { !names.contains($0) && !Self.console.contains($0) })
    )
  }

  /// Replaces the quotes of an option's value, and the backslashes in it, by blanks: the value is an expression.
  private static func unquote(_ bytes: inout [UInt8], from begin: Int) {
    bytes[begin] = UInt8(ascii: " ")
    var offset = begin + 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      let isEscape = bytes[offset] == UInt8(ascii: "\\")
      if isEscape { bytes[offset] = UInt8(ascii: " ") }
      offset += isEscape ? 2 : 1
    }
    if offset < bytes.count { bytes[offset] = UInt8(ascii: " ") }
  }

  private func part(of bytes: [UInt8], at offset: inout Int) -> Part? {
    let begin = offset
    let first = bytes[begin]
    offset += 1
    if first == UInt8(ascii: "\"") {
      while offset < bytes.count, bytes[offset] != first { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
      offset = min(offset + 1, bytes.count)
      let text = String(decoding: bytes[(begin + 1)..<max(begin + 1, offset - 1)], as: UTF8.self)
      return text.isEmpty || machine?.law(named: Name(text))?.name == Name(text) ? .plain : .literal
    }
    if first == UInt8(ascii: "-"), offset < bytes.count, bytes[offset] == first {
      while offset < bytes.count, bytes[offset].isOfWord || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      let option = String(decoding: bytes[begin..<offset], as: UTF8.self)
      let isKnown = SearchOption.advice(instead: option) != nil || option.isNear(SearchOption.allCases.map(\.rawValue))
      return isKnown ? .plain : .unknown
    }
    guard first.isOfWord || first == UInt8(ascii: "$") else { return nil }
    while offset < bytes.count, bytes[offset].isOfWord { offset += 1 }
    let word = String(decoding: bytes[begin..<offset], as: UTF8.self)
    if first == UInt8(ascii: "$") {
      let sample = String(word.dropFirst())
      if samples.contains(Name(sample)) { return .plain }
      return sample.isNear(samples.map(\.text)) ? .misspelled : .unknown
    }
    let before = bytes[..<begin].last { $0 != UInt8(ascii: " ") }
    let after = bytes[offset...].first { $0 != UInt8(ascii: " ") }
    let isCompared = after.map { "=<>!".utf8.contains($0) } ?? false
    if word.utf8.allSatisfy(\.isDigit) || (try? VirtualDuration(word)) != nil {
      // Counts of commands and row numbers are not values.
      return before.map { "=<>(,{:".utf8.contains($0) } ?? false || isCompared ? .literal : .plain
    }
    if isSecret(word) { return .secretName }
    if names.contains(Name(word)) || ["alert", "page", "time"].contains(word) { return .owner }
    if Self.console.contains(Name(word)) { return .plain }
    if machine?.isBeyondSecretName(word) ?? false { return .joined }
    if let machine, word.isNear(machine.secretNames) { return .misspelled }
    // What follows an operator is the value of the name before it.
    if let before, "=<>,:".utf8.contains(before), !isCompared { return .literal }
    return knows(word) ? .misspelled : .unknown
  }

  /// Whether each part of a path is a name, or near one.
  func knows(_ path: String) -> Bool {
    let words = path.components.map(String.init)
    return !words.isEmpty
      && words.allSatisfy { word in
        let isKnown = names.contains(Name(word)) || Self.console.contains(Name(word)) || isSecret(word)
        if isKnown || word.utf8.allSatisfy(\.isDigit) || Verb.meant(by: word) != nil { return true }
        return !(machine?.isBeyondSecretName(word) ?? false) && word.isNear(names.union(Self.console).map(\.text))
      }
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
  var isOfWord: Bool { isIdentifierPart || self >= 0x80 }
}

extension String {
  /// Whether it is a beginning or a misspelling of one of these.
  fileprivate func isNear(_ names: [String]) -> Bool {
    !isEmpty && (names.contains { $0.beginsWithBytes(of: self) } || NearestWord.find(self, among: names) != nil)
  }

  fileprivate var components: [Substring] {
    utf8.split { !$0.isOfWord }.map { Substring($0) }
  }
}
