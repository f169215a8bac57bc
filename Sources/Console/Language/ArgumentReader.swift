import Statecharts
import Traces
import Transcripts
import ViewModels

/// Reads the arguments of a line from left to right.
struct ArgumentReader: Sendable {
  enum Source: Sendable {
    /// The prompt accepts verb prefixes and bare words.
    case typed
    /// Files need full verbs and quoted texts.
    case file
  }

  let source: Source
  var scanner: ValueScanner
  var verb: Verb
  private(set) var typed: [NamedValues.Entry] = []
  private(set) var readsSecret = false
  let openScene: Scene?

  /// Nil for an empty line or a comment.
  init?(_ line: String, from source: Source, in scene: Scene?) throws(Mistake) {
    guard line.utf8.first != UInt8(ascii: "#") else { return nil }
    var scanner = ValueScanner(line)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return nil }
    let verb = try Verb.read(&scanner, source)
    self.init(scanner, verb: verb, source: source, scene: scene)
  }

  init(_ scanner: ValueScanner, verb: Verb, source: Source, scene: Scene?) {
    self.scanner = scanner
    self.verb = verb
    self.source = source
    openScene = scene
  }

  func scene() throws(Mistake) -> Scene {
    guard let openScene else { throw Mistake(.nothingOpen) }
    return openScene
  }

  var names: NamedValues {
    var names = openScene?.names ?? NamedValues()
    names.add(typed)
    return names
  }

  // MARK: Words

  mutating func isAtEnd() -> Bool {
    scanner.skipBlanks()
    return scanner.isAtEnd
  }

  /// Reads a word with `\u{1B}` escapes, or a quoted name.
  ///
  /// - Parameter what: The missing word, for the error.
  mutating func word(_ what: String) throws(Mistake) -> Word {
    guard !isAtEnd() else { throw missing(what) }
    let column = scanner.column
    var probe = scanner
    if probe.next == UInt8(ascii: "\""), let text = try? probe.string(),
      probe.isAtEnd || probe.next == UInt8(ascii: " ")
    {
      scanner = probe
      return Word(text: text, column: column)
    }
    return Word(text: scanner.word().unspelled, column: column)
  }

  mutating func rest() -> Word {
    scanner.skipBlanks()
    let column = scanner.column
    let text = scanner.rest
    scanner.move(to: scanner.offset + text.utf8.count)
    return Word(text: text.trimmingBlanks, column: column)
  }

  /// The rest of the line, which stays unread.
  var remaining: String {
    var reader = self
    return reader.rest().text
  }

  /// The rest must not be blank; quotes are optional.
  mutating func rest(_ what: String) throws(Mistake) -> Word {
    guard !isAtEnd() else { throw missing(what) }
    let start = self
    let rest = rest()
    guard case .string(let text)? = try? Value(parsing: rest.text) else { return rest }
    guard text.utf8.contains(where: { $0 != 0x20 }) else { throw start.missing(what) }
    return Word(text: text, column: rest.column)
  }

  /// Parses the rest of the line; adjusts the column of an error.
  mutating func reading<Result>(
    _ what: String, _ read: (String) throws(Mistake) -> Result
  ) throws(Mistake) -> Result {
    let word = try rest(what)
    do throws(Mistake) { return try read(word.text) } catch { throw error.moved(to: error.column + word.column - 1) }
  }

  /// Like `rest(_:)`, with control characters escaped.
  mutating func name(_ what: String) throws(Mistake) -> Word {
    let rest = try rest(what)
    return Word(text: rest.text.escaped, column: rest.column)
  }

  mutating func end() throws(Mistake) {
    guard !isAtEnd() else { return }
    let column = scanner.column
    let word = scanner.word()
    throw Mistake(.unexpected(word, verb: verb.name, usage: verb.usage), column: column)
  }

  /// Nil at the end.
  mutating func count() throws(Mistake) -> Int? {
    isAtEnd() ? nil : try word("a count").count()
  }

  mutating func duration() throws(Mistake) -> VirtualDuration {
    let word = try word("a duration")
    do throws(Mistake) { return try VirtualDuration(word.text) } catch { throw error.moved(to: word.column) }
  }

  func missing(_ what: String) -> Mistake {
    Mistake(.missingArgument(verb: verb.name, usage: verb.usage, what), column: scanner.column)
  }

  /// Returns the secret's name, or creates one for the session.
  mutating func name(secret value: Value, of owner: String) -> String {
    readsSecret = true
    let names = names
    if let reference = names.reference(to: value, of: owner) { return reference }
    // Bisection, since nearly all numbers below the free one are taken.
    var (taken, free) = (0, 1)
    while names.isName(String(typedName: free)) { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if names.isName(String(typedName: middle)) { taken = middle } else { free = middle }
    }
    typed.append(NamedValues.Entry(String(typedName: free), of: owner, value))
    return "$" + String(typedName: free)
  }
}

/// A word with its column.
package struct Word: Hashable, Sendable {
  package var text: String
  /// In Unicode scalars, from 1.
  package var column: Int

  package init(text: String, column: Int = 1) {
    self.text = text
    self.column = column
  }

  var name: Name { Name(text) }

  func mistake(_ kind: Mistake.Kind) -> Mistake { Mistake(kind, column: column) }

  func count() throws(Mistake) -> Int {
    guard text.utf8.allSatisfy(\.isDigit), let count = Int(text), (1...1_000_000_000).contains(count)
    else { throw mistake(.notACount(text)) }
    return count
  }

  /// The only name with this prefix, or the closest one.
  func nearest(among names: [String]) -> String? {
    let longer = text.isEmpty ? [] : names.filter { $0.beginsWithBytes(of: text) }
    return longer.count == 1 ? longer[0] : NearestWord.find(text, among: names)
  }

  /// - Throws: A mistake with the nearest name.
  func naming<Named>(
    _ noun: Mistake.Noun, among things: [Named], by name: (Named) -> String
  ) throws(Mistake) -> Named {
    if let thing = things.first(where: { name($0).hasBytes(of: text) }) { return thing }
    throw mistake(.unknown(noun, text, nearest: nearest(among: things.map(name))))
  }
}

extension ArgumentReader {
  mutating func control() throws(Mistake) -> ControlState {
    let scene = try scene()
    let word = try word("a control")
    if let control = scene.machine.control(named: word.text) { return control }
    if let name = scene.nameOnPage(of: word.text) {
      throw word.mistake(.unknown(.control, word.text, nearest: name))
    }
    if let field = scene.field(at: word.text) {
      throw word.mistake(.notAControl(field.path.text, isAssignable: field.isAssignable))
    }
    return try word.naming(.control, among: scene.knownControls, by: \.name.text)
  }

  mutating func textControl() throws(Mistake) -> (name: String, shape: Shape) {
    let scene = try scene()
    let control = try control()
    return (control.name.text, scene.shape(ofControl: control))
  }

  /// A request, possibly ended, and its service.
  mutating func request() throws(Mistake) -> (name: String, service: ServiceState) {
    let scene = try scene()
    let word = try word("a request")
    let running = scene.machine.requests(of: scene.snapshot)
    let services = scene.machine.services(of: scene.snapshot)
    let request = running.first { $0.name == word.text }
    let name = request?.service ?? Name(word.text.withoutOrdinal)
    guard let service = services.first(where: { $0.name == name }) else {
      let names = running.map(\.name.text) + services.map(\.name.text)
      throw word.mistake(.unknown(.request, word.text, nearest: word.nearest(among: names)))
    }
    return (word.text, service)
  }

  mutating func outcome() throws(Mistake) -> Outcome {
    let word = try word("ok, fail or error")
    guard let outcome = Outcome(rawValue: word.text) else {
      throw word.mistake(.notAnOutcome(word.text, expected: "ok, fail or error"))
    }
    return outcome
  }
}

extension ArgumentReader {
  /// Reads `NAME [DURATION] [ok|fail|error|never|twice|manual [VALUE]] [late] [once]`. A service of another variant
  /// is accepted, because the machine refuses its use.
  mutating func serviceBehaviour() throws(Mistake) -> (name: String, behaviour: ServiceBehaviour, text: String) {
    let scene = try scene()
    let word = try word("a service")
    let name = word.text
    guard name.escapedForDisplay.hasBytes(of: name) else { throw word.mistake(.controlCharacters(name)) }
    let services = scene.machine.services(of: scene.snapshot)
    let service = services.first { $0.name == name }
    if service == nil, !scene.machine.others.contains(where: { $0.serviceNames.contains(Name(name)) }) {
      _ = try word.naming(.service, among: services, by: \.name.text)
    }
    guard !isAtEnd() else { throw missing("how the service answers") }
    var behaviour = ServiceBehaviour()
    var texts: [String] = []
    if let next = scanner.next, next.isDigit {
      let duration = try duration()
      behaviour.delay = duration.milliseconds
      texts.append(duration.description)
    }
    if !isAtEnd(), !areFlagsNext() {
      let answer = try answer(of: name, shape: service?.outputShape ?? .any)
      behaviour.answer = answer.answer
      texts.append(answer.text)
    }
    if areFlagsNext() {
      while !isAtEnd() {
        let flag = scanner.word()
        if Name(flag) == "late" { behaviour.isLate = true } else { behaviour.isOnce = true }
        texts.append(flag)
      }
    }
    return (name, behaviour, texts.joined(separator: " "))
  }

  private mutating func answer(
    of service: String, shape: Shape
  ) throws(Mistake) -> (answer: ServiceBehaviour.Answer, text: String) {
    let word = try word("an answer")
    switch word.text {
    case "never": return (.never, "never")
    case "manual": return (.manual, "manual")
    case "twice":
      let outcome = nextOutcome() ?? .ok
      let value = try payload(of: service, outcome, shape)
      return (.twice(outcome, value?.value), "twice \(outcome.rawValue)" + (value.map { " " + $0.text } ?? ""))
    default:
      guard let outcome = Outcome(rawValue: word.text) else {
        let answers = "ok, fail, error, never, twice or manual"
        let isFlag = ["late", "once"].contains(word.name)
        throw word.mistake(
          .notAnOutcome(word.text, expected: isFlag ? "\(answers), and after it 'late', then 'once'" : answers))
      }
      let value = try payload(of: service, outcome, shape)
      return (.outcome(outcome, value?.value), outcome.rawValue + (value.map { " " + $0.text } ?? ""))
    }
  }

  private mutating func payload(of service: String, _ outcome: Outcome, _ shape: Shape) throws(Mistake) -> ReadValue? {
    guard !isAtEnd(), !areFlagsNext() else { return nil }
    return outcome == .ok
      ? try value(shape, of: service, for: .success(of: service))
      : try value(.string, of: service, for: .failure(of: service))
  }

  private mutating func nextOutcome() -> Outcome? {
    guard !isAtEnd() else { return nil }
    var probe = scanner
    guard let outcome = Outcome(rawValue: probe.word()) else { return nil }
    scanner = probe
    return outcome
  }

  private func areFlagsNext() -> Bool {
    var probe = scanner
    probe.skipBlanks()
    let words = probe.rest.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return [["late"], ["once"], ["late", "once"]].contains(words)
  }
}

extension ServiceState {
  func description(_ names: NamedValues) -> String {
    let printer = ValuePrinter(.folded, names: names)
    return behaviours.map { text(of: $0, printer) }.joined(separator: "; then ")
  }

  private func text(of behaviour: ServiceBehaviour, _ printer: ValuePrinter) -> String {
    let payload = { (value: Value?) in value.map { " " + printer.text(of: $0, for: name.text) } ?? "" }
    let time = "after \(VirtualDuration(milliseconds: behaviour.delay ?? definedDelay).readable)"
    let once = (behaviour.isLate ? ", even late" : "") + (behaviour.isOnce ? ", once" : "")
    switch behaviour.answer {
    case .defined:
      guard let answerer else { return "\(time), as defined\(once)" }
      return "\(behaviour.delay == nil ? "" : "\(time), ")as '\(answerer)' answers\(once)"
    case .outcome(let outcome, let value): return "\(time), \(outcome.rawValue)\(payload(value))\(once)"
    case .twice(let outcome, let value): return "\(time), twice \(outcome.rawValue)\(payload(value))\(once)"
    case .never: return "never\(once)"
    case .manual: return "waits for 'reply'\(once)"
    }
  }
}
