import Statecharts
import ViewModels

/// Searches that together see what one alone does not, the cheapest first: services answer as they are defined; any answer
/// comes at any time; none comes, so that time-outs do; the program acts past the screen; a command comes between a turn and what it
/// made due.
enum SearchWay: CaseIterable {
  case asDefined
  case withAnyAnswer
  case withoutAnswers
  case pastTheScreen
  case withRaces

  func isAllowed(_ options: SearchOptions) -> Bool {
    switch self {
    case .asDefined, .withAnyAnswer, .withoutAnswers: true
    case .withRaces: options.races
    case .pastTheScreen: options.domain.isPastTheScreen
    }
  }

  func options(_ base: SearchOptions, _ machine: Machine) -> SearchOptions {
    var options = base
    (options.races, options.ties) = (self == .withRaces, self == .withRaces && base.ties)
    options.domain.isPastTheScreen = self == .pastTheScreen
    switch self {
    case .asDefined, .withRaces, .pastTheScreen: break
    case .withAnyAnswer: options.answerByHand(machine)
    case .withoutAnswers: options.setServices(of: machine, to: .never)
    }
    return options
  }
}

extension SearchOptions {
  /// Lets every request wait, and be answered with every outcome at any time.
  package mutating func answerByHand(_ machine: Machine) {
    domain.answersRequests = true
    setServices(of: machine, to: .manual)
  }

  /// Lets every service answer in one way; every script begins with that.
  fileprivate mutating func setServices(of machine: Machine, to answer: ServiceBehaviour.Answer) {
    var known: [String] = []
    for name in machine.serviceNames where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      known.append(name)
      preparation.append(.service(name: name, ServiceBehaviour(answer: answer)))
    }
  }
}
