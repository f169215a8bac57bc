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

  init(_ line: String, in scene: Scene?) {
    self.line = line
    self.scene = scene
    guard scene?.machine.holdsSecrets ?? true else { return }
    var scanner = ValueScanner(line)
    shownBytes = withheldPart(of: &scanner)
  }

  var isWhole: Bool { shownBytes == nil }

  /// The line as it may be shown.
  var text: String {
    guard let shownBytes else { return line }
    return String(Substring(line.utf8.prefix(shownBytes))) + Self.mark
  }

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
    guard verb.isDriving else { return nil }
    guard verb.parameters.first?.kind != .line else { return withheldPart(of: &scanner) }
    guard verb.takesValue else {
      // `sett password x` may begin 'settle', and was meant otherwise.
      guard !verb.name.hasBytes(of: word), let start = beginWord(&scanner) else { return nil }
      _ = scanner.word()
      return beginWord(&scanner) == nil ? nil : start
    }
    return withheldArgument(of: verb, &scanner)
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
    case .answer: Outcome(exactly: word) != nil || ["never", "twice", "manual"].containsBytes(of: word)
    case .serviceFlag: ["late", "once"].containsBytes(of: word)
    case .duration: (try? VirtualDuration(word)) != nil || word.utf8.allSatisfy(\.isDigit)
    case .machine, .path, .value, .button, .count, .work, .command, .line, .title, .file, .newBranch, .branch,
      .otherBranch, .otherVariant, .topic, .expression, .options, .diagramFormat, .observerOrder, .observation,
      .setting, .settingValue:
      false
    }
  }

  /// Whether a word can be a name and nothing more: neither `password="x"` nor `passwordx`.
  private func isName(_ word: String) -> Bool {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_.[]#'".unicodeScalars.contains(scalar)
    }
    let secrets = scene?.machine.secretNames ?? []
    let names = secrets.filter { !$0.isEmpty && word.beginsWithBytes(of: $0) }
    return isPlain && names.allSatisfy { $0.hasBytes(of: word) || isKnown(word) }
  }

  /// Whether the machine has something of that name, which then gives nothing away.
  private func isKnown(_ word: String) -> Bool {
    guard let machine = scene?.machine else { return false }
    return machine.control(named: word) != nil || scene?.field(at: word) != nil
      || machine.inputs.contains { $0.name.hasBytes(of: word) }
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
