import Exploration
import Statecharts
import Traces
import ViewModels

/// What a search does to a machine and what it looks for, as somebody asked for it: on the command line, or in the console.
package struct SearchRequest: Sendable {
  /// Who answers requests.
  package enum Services: String, CaseIterable, Sendable {
    /// The definition.
    case defined
    /// Anybody, at any time, with any outcome.
    case any
  }

  /// In which order work of one instant runs.
  package enum Order: String, CaseIterable, Sendable {
    /// In every order; what one source makes due keeps its own.
    case every
    /// As it was made due.
    case defined
  }

  /// When the app is ended and opened again with what it stored.
  package enum Restart: String, CaseIterable, Sendable {
    case never
    /// Before the search begins, when services are set.
    case first
    /// Wherever a command may come.
    case any
  }

  /// What the machine declares under this name; the rest is added to it or overrides it.
  package var domain: Word?
  package var values: [Word] = []
  package var never: [Word] = []
  package var always: [Word] = []
  // Of these, nil is where nobody says.
  package var services: Services?
  package var service: [Word] = []
  package var order: Order?
  package var observers: ObserverOrder?
  package var races: Bool?
  package var between: Int?
  package var restart: Restart?
  package var rows: MoveDomain.Rows?
  package var usesKeyboard = false
  package var isPastTheScreen = false
  package var states: Int?
  package var project: [Word] = []
  /// Word by word: `P Q`, `P Q within DURATION`, one behind the other.
  package var leadsTo: [Word] = []
  package var again: [Word] = []

  package init() {}

  /// What is wrong in the value of an option, with its place there.
  package struct Failure: Error {
    package let option: SearchOption
    package let word: Word
    package let mistake: Mistake
  }

  /// Which options contradict each other, and what to do; nil when none do.
  package var conflict: String? {
    if between != nil, races == false {
      return "'--between' bounds what '--no-races' leaves out; leave one of them out"
    }
    for (option, words) in [(SearchOption.leadsTo, leadsTo), (.again, again)] where !words.isEmpty && !project.isEmpty {
      return "'\(option.rawValue)' follows every step, but '--project' takes states for one that are not; "
        + "leave one of them out"
    }
    return nil
  }

  /// Returns the options of a search that begins where a machine is opened.
  ///
  /// - Precondition: It has no conflict.
  package func options(for machine: Machine) throws(Failure) -> SearchOptions {
    try options(in: Scene(machine, machine.open().snapshot, NamedValues(machine.sampleEntries)))
  }

  /// Returns the options of a search that begins at a scene.
  ///
  /// - Precondition: It has no conflict.
  func options(in scene: Scene) throws(Failure) -> SearchOptions {
    try whole(for: scene.machine).ownOptions(in: scene)
  }

  /// Returns the options of a request that names no domain.
  private func ownOptions(in scene: Scene) throws(Failure) -> SearchOptions {
    var options = SearchOptions()
    (options.domain.rows, options.domain.restarts) = (rows ?? options.domain.rows, restart == .any)
    (options.domain.usesKeyboard, options.domain.isPastTheScreen) = (usesKeyboard, isPastTheScreen)
    (options.between, options.ties) = (races == false ? 0 : between ?? .max, order != .defined)
    options.states = states ?? options.states
    try each(values, of: .values) { (text) throws(Mistake) in
      let read = try DomainValues(text, in: scene)
      options.domain.replaceSamples(of: read.name, by: read.values)
    }
    for (law, option, words) in [(LawWord.never, SearchOption.never, never), (.always, .always, always)] {
      try each(words, of: option) { (text) throws(Mistake) in
        options.laws.append(law.law(of: try StateExpression(text, of: scene.machine), scene.machine))
      }
    }
    try prepare(&options, in: scene)
    try look(for: &options, in: scene)
    return options
  }

  /// Adds what is done before the search begins.
  private func prepare(_ options: inout SearchOptions, in scene: Scene) throws(Failure) {
    if let observers, (observers == .reversed) != scene.snapshot.reversesObservers {
      options.preparation = [.observers(reversed: observers == .reversed)]
    }
    if services == .any { options.answerAtAnyTime(scene.machine) }
    try each(service, of: .service) { (text) throws(Mistake) in
      options.preparation.append(try ServiceSetting(text, in: scene).stimulus)
    }
    if restart == .first { options.preparation.append(.restart) }
  }

  /// Adds what tells states apart, and what is looked for on all steps together.
  private func look(for options: inout SearchOptions, in scene: Scene) throws(Failure) {
    try each(project, of: .project) { (text) throws(Mistake) in
      for field in try ProjectedFields(text, of: scene.machine).fields where !options.omitted.contains(field) {
        options.omitted.append(field)
      }
    }
    options.promises = try PromiseWords(leadsTo, of: scene.machine).promises
    try each(again, of: .again) { (text) throws(Mistake) in
      if text.hasBytes(of: "tap *") {
        options.recurrences += Recurrence.ofEachTap(of: scene.machine, in: options.domain)
      } else {
        try SearchTarget(text, of: scene).demand(&options, of: scene.machine)
      }
    }
  }

  private func each(
    _ words: [Word], of option: SearchOption, _ read: (String) throws(Mistake) -> Void
  ) throws(Failure) {
    for word in words {
      do throws(Mistake) {
        try read(word.text)
      } catch {
        throw Failure(option: option, word: word, mistake: error)
      }
    }
  }
}

/// How a service answers during a whole search.
struct ServiceSetting: Sendable {
  let stimulus: Stimulus

  /// Reads what stands behind `service` in the console: `NAME [DURATION] [ANSWER [VALUE]] [late] [once]`.
  ///
  /// - Throws: what is wrong, with its place in the text.
  init(_ text: String, in scene: Scene) throws(Mistake) {
    var reader = ArgumentReader(ValueScanner(text), verb: .service, source: .file, scene: scene)
    var probe = reader
    _ = try probe.word("a service").naming(.service, among: scene.machine.serviceNames, by: \.self)
    let (name, behaviour, _) = try reader.serviceBehaviour()
    try reader.end()
    stimulus = .service(name: name, behaviour)
  }
}
