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
  var services: SearchDomain.Services?

  @Flag(help: ArgumentHelp(.noRaces))
  var noRaces = false

  @Flag(help: ArgumentHelp(.pastTheScreen))
  var pastTheScreen = false

  /// What they ask for.
  var request: SearchRequest {
    var request = SearchRequest()
    request.domain = domain.map { Word(text: $0) }
    request.values = values.map { Word(text: $0) }
    request.never = never.map { Word(text: $0) }
    request.always = always.map { Word(text: $0) }
    request.services = services
    (request.hasRaces, request.isPastTheScreen) = (!noRaces, pastTheScreen)
    return request
  }
}

extension SearchRequest {
  /// Returns the options of a search of a machine.
  ///
  /// - Throws: what in the value of an option cannot be, with its place there.
  func searchOptions(for machine: Machine) throws -> SearchOptions {
    do throws(Failure) {
      return try options(for: machine)
    } catch {
      let (mistake, text) = error.disclosed(for: machine)
      throw Diagnostic(mistake, path: error.option.rawValue, line: 1, excerpt: text)
    }
  }
}

extension SearchDomain.Services: ExpressibleByArgument {}

extension ArgumentHelp {
  /// What the console, too, says of an option.
  init(_ option: SearchOption) { self.init("\(option.meaning)", valueName: option.place) }
}
