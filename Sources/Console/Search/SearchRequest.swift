import Exploration
import Recordings
import Traces
import ViewModels

/// The options of a search as a user gives them.
package struct SearchRequest: Sendable {
  /// A declared domain; other options extend or override it.
  package var domain: Word?
  package var values: [Word] = []
  package var never: [Word] = []
  package var always: [Word] = []
  /// Nil leaves it to the domain.
  package var services: SearchDomain.Services?
  /// False allows no command between a turn and the work that it made due.
  package var hasRaces = true
  package var isPastTheScreen = false
  package var states: Int?
  /// The most steps; nil for the default.
  package var steps: Int?
  /// `P Q` or `P Q within DURATION`, repeated.
  package var leadsTo: [Word] = []
  package var again: [Word] = []
  package var countsHistories = false

  package init() {}

  /// A mistake in an option's value.
  package struct Failure: Error {
    package let option: SearchOption
    package let word: Word
    package let mistake: Mistake

    /// With its column in the whole line.
    var inLine: Mistake { mistake.moved(to: word.column + mistake.column - 1) }

    /// Without possible secrets.
    package func disclosed(for machine: Machine) -> (mistake: Mistake, text: String) {
      let value = Disclosure(value: word.text, for: machine)
      return (value.disclosed(mistake), value.text)
    }
  }

  /// For a search from the machine's opening.
  package func options(for machine: Machine) throws(Failure) -> SearchOptions {
    try options(in: Scene(opening: machine))
  }

  func options(in scene: Scene) throws(Failure) -> SearchOptions {
    var options = SearchOptions()
    do throws(Mistake) {
      try scene.set(&options, domain: domain?.text, services)
    } catch {
      throw Failure(option: .domain, word: domain ?? Word(text: ""), mistake: error)
    }
    if !hasRaces { options.between = 0 }
    if isPastTheScreen { options.domain.isPastTheScreen = true }
    options.states = states ?? options.states
    options.steps = steps ?? options.steps
    options.countsHistories = countsHistories
    try give(&options, in: scene)
    for (law, option, words) in [(LawWord.never, SearchOption.never, never), (.always, .always, always)] {
      try each(words, of: option) { (text) throws(Mistake) in
        let expression = try StateExpression(text, of: scene.machine)
        expression.extend(&options.domain)
        options.laws.append(law.law(of: expression, scene.machine))
      }
    }
    try look(for: &options, in: scene)
    return options
  }

  /// Replaces a domain's values of the same names.
  private func give(_ options: inout SearchOptions, in scene: Scene) throws(Failure) {
    var given: [DomainValues] = []
    try each(values, of: .values) { (text) throws(Mistake) in given.append(try DomainValues(text, in: scene)) }
    options.domain.values.removeAll { declared in given.contains { declared.name == $0.name } }
    for values in given { options.domain.replaceSamples(of: values.name, by: values.values) }
  }

  private func look(for options: inout SearchOptions, in scene: Scene) throws(Failure) {
    options.promises = try Promise.all(in: leadsTo, of: scene.machine, extending: &options.domain)
    try each(again, of: .again) { (text) throws(Mistake) in
      if Name(text) == "tap *" {
        options.recurrences += Recurrence.ofEachTap(of: scene.machine, in: options.domain)
      } else {
        try SearchTarget(text, of: scene).demand(&options, of: scene.machine)
      }
    }
  }

  private func each(
    _ words: [Word], of option: SearchOption, _ read: (String) throws(Mistake) -> Void
  ) throws(Failure) {
    for word in words { try Self.reading(word, of: option, read) }
  }

  static func reading<Result>(
    _ word: Word, of option: SearchOption, _ read: (String) throws(Mistake) -> Result
  ) throws(Failure) -> Result {
    do throws(Mistake) {
      return try read(word.text)
    } catch {
      throw Failure(option: option, word: word, mistake: error)
    }
  }
}

extension Scene {
  convenience init(opening machine: Machine) {
    self.init(machine, machine.open().snapshot, NamedValues(machine.sampleEntries))
  }
}
