import Exploration
import Statecharts
import Traces
import ViewModels

extension Scene {
  /// Sets the options of a domain; a nil name means the default domain.
  ///
  /// - Parameter services: Overrides the domain, unless nil.
  /// - Throws: A mistake if the domain is unknown or faulty.
  func set(
    _ options: inout SearchOptions, domain name: String?, _ services: SearchDomain.Services?
  ) throws(Mistake) {
    let domain = try name.map { (name) throws(Mistake) in try machine.domain(named: name) } ?? SearchDomain()
    do throws(Mistake) {
      try domain.set(&options, services ?? domain.services, in: self)
    } catch {
      throw Mistake(
        column: 1, sentence: "the domain '\((name ?? "").shown)' of \(machine.title) is wrong: \(error.sentence)",
        code: error.code)
    }
  }
}

extension Machine {
  fileprivate func domain(named name: String) throws(Mistake) -> SearchDomain {
    if let domain = domains.first(where: { Name($0.key) == name })?.value { return domain }
    let names = domains.map(\.key)
    let known = names.isEmpty ? "it declares none" : "it declares \(names.map { "'\($0)'" }.joined(separator: ", "))"
    let nearest = Word(text: name, column: 1).nearest(among: names).map { "did you mean '\($0)'?" }
    throw Mistake(
      column: 1, sentence: "\(title) declares no domain '\(name.shown)'; \(nearest ?? known)", code: "E1086")
  }

  /// Empty if the machine crashes when it opens.
  package var domainFindings: [DefinitionFinding] {
    if domains.isEmpty { return [] }
    let scene = Scene(opening: self)
    if scene.snapshot.fault != nil { return [] }
    return domains.indices.compactMap { index in
      let (name, domain) = domains[index]
      if domains[..<index].contains(where: { Name($0.key) == name }) {
        return .wrongDomain(name, "is declared already, so this one cannot be chosen", "give it another name")
      }
      do throws(Mistake) {
        var options = SearchOptions()
        try domain.set(&options, domain.services, in: scene)
        return nil
      } catch {
        return .wrongDomain(name, "a search of it is refused", error.sentence)
      }
    }
  }
}

extension DefinitionFinding {
  fileprivate static func wrongDomain(_ name: String, _ cause: String, _ cure: String) -> DefinitionFinding {
    DefinitionFinding("wrong-domain", .error, at: "the domain '\(name)'", cause: cause, cure: cure)
  }
}

extension SearchDomain {
  fileprivate func set(_ options: inout SearchOptions, _ services: Services, in scene: Scene) throws(Mistake) {
    (options.domain.rows, options.domain.restarts) = (rows, restart == .any)
    (options.domain.usesKeyboard, options.domain.isPastTheScreen) = (usesKeyboard, isPastTheScreen)
    (options.between, options.ties) = (between ?? .max, order == .every)
    if options.between < 0 {
      throw Mistake(column: 1, sentence: "'between: \(options.between)' is not a count; write 0 or more", code: "E1085")
    }
    for (name, choices) in values {
      options.domain.replaceSamples(of: name, by: try DomainValues(of: name, choices, in: scene).values)
    }
    if let observers, (observers == .reversed) != scene.snapshot.reversesObservers {
      options.preparation = [.observers(reversed: observers == .reversed)]
    }
    if services == .any { options.answerAtAnyTime(scene.machine) }
    for (name, answer) in answers { options.preparation.append(try answer.setting(of: name, in: scene)) }
    if restart == .first { options.preparation.append(.restart) }
  }
}

extension SearchDomain.Answer {
  fileprivate func setting(of service: String, in scene: Scene) throws(Mistake) -> Stimulus {
    let name = try Word(text: service, column: 1).naming(.service, among: scene.machine.serviceNames, by: \.text).text
    let answer: ServiceBehaviour.Answer =
      switch self {
      case .ok(let choice?): .outcome(.ok, try choice.value(for: name, of: scene.machine))
      case .ok(nil): .outcome(.ok, nil)
      case .fail(let text): .outcome(.fail, text.map(Value.string))
      case .error(let text): .outcome(.error, text.map(Value.string))
      case .never: .never
      }
    let setting = Stimulus.service(name: name, ServiceBehaviour(answer: answer))
    if scene.snapshot.fault == nil, let reason = scene.machine.refusal(of: setting, scene.snapshot) {
      throw Mistake(column: 1, sentence: reason, code: "E1073")
    }
    return setting
  }
}

extension SearchDomain {
  var summary: String {
    var parts: [String] = []
    if rows != .ends { parts.append(rows == .first ? "the first row of each list" : "every row") }
    parts += answers.map { "\($0) \($1.summary)" }
    if services == .any { parts.append("any answer at any time") }
    parts += values.map { "\($0) = \($1.map(\.summary).joined(separator: ", "))" }
    if order == .defined { parts.append("due work in one order") }
    if let observers { parts.append("observers \(observers.rawValue)") }
    if restart != .never { parts.append(restart == .first ? "restarted first" : "restarted anywhere") }
    if let between { parts.append("at most \(between.counted("command")) before due work") }
    if usesKeyboard { parts.append("keyboard") }
    if isPastTheScreen { parts.append("past the screen") }
    return parts.isEmpty ? "as without a domain" : parts.joined(separator: "; ")
  }
}

extension SearchDomain.Choice {
  fileprivate var summary: String {
    switch self {
    case .sample(let name): "$\(name)"
    case .value(let value): ValuePrinter(.literal).text(of: value)
    }
  }
}

extension SearchDomain.Answer {
  fileprivate var summary: String {
    switch self {
    case .ok(let choice): ["ok", choice?.summary].compactMap(\.self).joined(separator: " ")
    case .fail(let text): ["fail", text].compactMap(\.self).joined(separator: " ")
    case .error(let text): ["error", text].compactMap(\.self).joined(separator: " ")
    case .never: "never"
    }
  }
}
