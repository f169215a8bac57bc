import Statecharts
import ViewModels

/// Searches that together see what one alone does not, the cheapest first: services answer as they are defined; any answer
/// comes at any time, or none, so that time-outs do; the program acts past the screen; a command comes between a turn and what
/// it made due.
enum SearchWay: CaseIterable {
  case asDefined
  case withAnyAnswer
  case pastTheScreen
  case withRaces

  func isAllowed(_ options: SearchOptions) -> Bool {
    switch self {
    case .asDefined, .withAnyAnswer: true
    case .withRaces: options.races
    case .pastTheScreen: options.domain.isPastTheScreen
    }
  }

  func options(_ base: SearchOptions, _ machine: Machine) -> SearchOptions {
    var options = base
    (options.races, options.ties) = (self == .withRaces, self == .withRaces && base.ties)
    options.domain.isPastTheScreen = self == .pastTheScreen
    if self == .withAnyAnswer { options.answerAtAnyTime(machine) }
    return options
  }
}

extension SearchOptions {
  /// Lets every request wait, be answered with every outcome at any time, or end by its time-out where its service has one.
  ///
  /// Every script begins with that: the services with a time-out are silent, the others wait for a typed answer.
  package mutating func answerAtAnyTime(_ machine: Machine) {
    domain.answersRequests = true
    let program = machine.program
    for (index, service) in program.services.enumerated() where program.serviceIndex(named: service.name.text) == index
    {
      let answer: ServiceBehaviour.Answer = service.timeout == nil ? .manual : .never
      preparation.append(.service(name: service.name.text, ServiceBehaviour(answer: answer)))
    }
  }
}
