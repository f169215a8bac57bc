import Statecharts
import Traces
import ViewModels

extension Verb {
  static let watch = Verb(
    "watch", .look, [Parameter("EXPRESSION|off [N]", .expression, isOptional: true)],
    summary: "print each change of an expression from now on; alone, list what is watched",
    explanation:
      "Values are printed as by 'show', and checked after every turn. 'watch off' ends all watches; with a number, "
      + "only that one. The output is not recorded.",
    action: .perform { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      guard !arguments.isAtEnd() else { return .talk(run.watchLines) }
      if let range = try arguments.ending(of: run.watchpoints.watches.count) {
        session.run?.watchpoints.watches.removeSubrange(range)
        return .talk(session.run?.watchLines ?? [])
      }
      let expression = try arguments.expression(acceptsValue: true)
      session.run?.watchpoints.watches.append(expression)
      return .talk("watching \(expression.text): \(run.text(of: expression))")
    })

  static let valueExplanation =
    "A field, a region, 'count(FIELD)', 'requests(SERVICE)', 'page', 'alert' and 'time' are shown by value, "
    + "everything else as true or false."

  static let observe = Verb(
    "observe", .look,
    [
      Parameter("FIELD", .path, isOptional: true), Parameter("OPTION", .observation, isOptional: true),
      Parameter("OPTION", .observation, isOptional: true), Parameter("OPTION", .observation, isOptional: true),
      Parameter("OPTION", .observation, isOptional: true),
    ],
    summary: "print each notification of a field from now on; alone, list what is observed",
    explanation:
      "The options are those of key-value observing: new, old, initial and prior in any combination, or none; the "
      + "default is new and old. 'observe FIELD off' ends it. Setting an equal value notifies too. Name a row's field "
      + "by place, or by identity to follow the row: 'observe items[#3238].likes'. The output is not recorded.",
    action: .perform { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      guard !arguments.isAtEnd() else { return .talk(run.observationLines) }
      let word = try arguments.word("a field")
      guard let field = run.scene.field(at: run.scene.path(named: word.text)) else {
        throw word.mistake(
          .unknown(.field, word.text, nearest: word.nearest(among: run.scene.fields.map(\.path.text))))
      }
      let options = try arguments.observationOptions()
      session.run?.observe(field.path.text, options)
      return .talk(run.announcement(of: field, options))
    })
}

extension CaseRun {
  fileprivate var watchLines: [String] {
    TextTable(watchpoints.watches.enumerated().map { ["\($0 + 1)", $1.text, text(of: $1)] })
      .lines(or: "nothing is watched; 'watch EXPRESSION' begins")
  }

  func text(of expression: StateExpression) -> String {
    expression.text(of: expression.value(of: snapshot, machine), ValuePrinter(.folded, names: names))
  }
}

extension ArgumentReader {
  /// Reads `off` or `off N`; nil for anything else.
  ///
  /// - Parameter count: The number of entries.
  mutating func ending(of count: Int) throws(Mistake) -> Range<Int>? {
    var probe = self
    guard try probe.word("off").name == "off" else { return nil }
    if probe.isAtEnd() {
      self = probe
      return 0..<count
    }
    let word = try probe.word("a number")
    guard probe.isAtEnd(), let number = Int(word.text) else { return nil }
    guard 1...max(1, count) ~= number, count > 0 else { throw word.mistake(.notListed(number, count: count)) }
    self = probe
    return number - 1..<number
  }
}

enum ObservationWord: String, CaseIterable, Sendable {
  case new, old, initial, prior, none, off

  var options: ObservationOptions {
    switch self {
    case .new: .new
    case .old: .old
    case .initial: .initial
    case .prior: .prior
    case .none, .off: []
    }
  }
}

extension ArgumentReader {
  /// Nil for `off`.
  fileprivate mutating func observationOptions() throws(Mistake) -> ObservationOptions? {
    if isAtEnd() { return [.new, .old] }
    var options: ObservationOptions = []
    repeat {
      let word = try word("an option")
      let option = try word.naming(.option, among: ObservationWord.allCases, by: \.rawValue)
      switch option {
      case .none, .off:
        // `none` and `off` allow no other option.
        if !options.isEmpty { throw word.mistake(.unexpected(word.text, verb: verb.name, usage: verb.usage)) }
        try end()
        return option == .off ? nil : []
      case .new, .old, .initial, .prior: options.formUnion(option.options)
      }
    } while !isAtEnd()
    return options
  }
}

extension CaseRun {
  fileprivate var observationLines: [String] {
    TextTable(probes.map { [$0.path, $0.options.words] }).lines(or: "nothing is observed; 'observe FIELD' begins")
  }

  fileprivate func announcement(of field: FieldState, _ options: ObservationOptions?) -> [String] {
    let path = field.path.text.escapedForDisplay
    guard let options else {
      let wasObserved = probes.contains { field.path == $0.path }
      return ["\(path) \(wasObserved ? "is no longer" : "was not") observed"]
    }
    let probe = Probe(field.path.text, options)
    let value = field.shape.isSecret ? field.value.hidden : field.value
    let first = probe.initialChange(value).map { Effect.notified(field: field.path, change: $0) }
    return ["observing \(path): \(options.words)"]
      + lines(
        of: first.map { [Turn(time: snapshot.time, cause: Cause(.user, "observe"), effects: [$0])] } ?? [],
        since: snapshot.time)
  }
}

extension ObservationOptions {
  fileprivate var words: String {
    let words = ObservationWord.allCases.filter { !$0.options.isEmpty && contains($0.options) }.map(\.rawValue)
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
