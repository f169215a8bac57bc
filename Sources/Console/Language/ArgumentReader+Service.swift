import Statecharts
import Traces
import ViewModels

extension ArgumentReader {
  /// Reads `NAME [DURATION] [ok|fail|error|never|twice|manual [VALUE]] [late] [once]`.
  ///
  /// A service that only another variant has is read all the same, since using it is a refusal of the machine.
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
      guard let outcome = Outcome(exactly: word.text) else {
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
    guard let outcome = Outcome(exactly: probe.word()) else { return nil }
    scanner = probe
    return outcome
  }

  /// Whether `late`, `once` or `late once` ends the line here.
  private func areFlagsNext() -> Bool {
    var probe = scanner
    probe.skipBlanks()
    let words = probe.rest.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return [["late"], ["once"], ["late", "once"]].contains(words)
  }
}

extension ServiceState {
  /// How it answers now, for people.
  func description(_ names: NamedValues) -> String {
    behaviour.description(definedDelay: definedDelay, answerer: answerer, names: names, of: name.text)
  }
}

extension ServiceBehaviour {
  /// What holds, for people: `after 1s, fail "no"`.
  fileprivate func description(
    definedDelay: Int, answerer: String?, names: NamedValues, of service: String
  ) -> String {
    let printer = ValuePrinter(.folded, names: names)
    let payload = { (value: Value?) in value.map { " " + printer.text(of: $0, for: service) } ?? "" }
    let time = "after \(VirtualDuration(milliseconds: delay ?? definedDelay).readable)"
    let once = (isLate ? ", even late" : "") + (isOnce ? ", once" : "")
    return switch answer {
    case .defined where answerer != nil: "\(delay == nil ? "" : "\(time), ")as '\(answerer ?? "")' answers\(once)"
    case .defined: "\(time), as defined\(once)"
    case .outcome(let outcome, let value): "\(time), \(outcome.rawValue)\(payload(value))\(once)"
    case .twice(let outcome, let value): "\(time), twice \(outcome.rawValue)\(payload(value))\(once)"
    case .never: "never\(once)"
    case .manual: "waits for 'reply'\(once)"
    }
  }
}
