import ArgumentParser
import Console
import Exploration
import ViewModels

/// What the outside does to a machine that is searched, and what its states are held to.
struct SceneOptions: ParsableArguments {
  @Option(help: ArgumentHelp(.domain))
  var domain: String?

  @Option(help: ArgumentHelp(.values))
  var values: [String] = []

  @Option(help: ArgumentHelp(.never))
  var never: [String] = []

  @Option(help: ArgumentHelp(.always))
  var always: [String] = []

  @Option(help: ArgumentHelp(.services))
  var services: SearchRequest.Services?

  @Option(help: ArgumentHelp(.service))
  var service: [String] = []

  @Option(help: ArgumentHelp(.order))
  var order: SearchRequest.Order?

  @Option(help: ArgumentHelp(.observers))
  var observers: ObserverOrder?

  @Flag(inversion: .prefixedNo, help: "Let a command come between a turn and the work that it made due.")
  var races: Bool?

  @Option(parsing: .unconditional, help: ArgumentHelp(.between))
  var between: Int?

  @Option(help: ArgumentHelp(.restart))
  var restart: SearchRequest.Restart?

  @OptionGroup var reach: ReachOptions

  func validate() throws {
    try BoundOptions.check(["--between": between])
    if let conflict = request.conflict { throw ValidationError(conflict) }
  }

  /// What they ask for.
  var request: SearchRequest {
    var request = SearchRequest()
    request.domain = domain.map { Word(text: $0) }
    request.values = values.map { Word(text: $0) }
    request.never = never.map { Word(text: $0) }
    request.always = always.map { Word(text: $0) }
    request.services = services
    request.service = service.map { Word(text: $0) }
    request.order = order
    request.observers = observers
    (request.races, request.between) = (races, between)
    request.restart = restart
    (request.rows, request.usesKeyboard, request.isPastTheScreen) = (reach.rows, reach.keyboard, reach.pastTheScreen)
    return request
  }
}

extension SearchRequest {
  /// Returns the options of a search of a machine.
  ///
  /// - Throws: what in the value of an option cannot be, with its place there.
  func searchOptions(for machine: Machine) throws -> SearchOptions {
    try telling { () throws(Failure) in try options(for: machine) }
  }

  /// Returns the request with what a machine declares under the name that is given.
  ///
  /// - Throws: what is wrong in that name.
  func declared(for machine: Machine) throws -> SearchRequest {
    try telling { () throws(Failure) in try whole(for: machine) }
  }

  private func telling<Result>(_ read: () throws(Failure) -> Result) throws -> Result {
    do throws(Failure) {
      return try read()
    } catch {
      throw Diagnostic(error.mistake, path: error.option.rawValue, line: 1, excerpt: error.word.text)
    }
  }
}

extension SearchRequest.Services: ExpressibleByArgument {}
extension SearchRequest.Order: ExpressibleByArgument {}
extension SearchRequest.Restart: ExpressibleByArgument {}
extension ObserverOrder: ExpressibleByArgument {}

extension ArgumentHelp {
  /// What the console, too, says of an option.
  init(_ option: SearchOption) { self.init("\(option.meaning)", valueName: option.place) }
}
