import Exploration
import Statecharts
import ViewModels

/// A request as one types it.
extension SearchRequest {
  /// The options that are given and what stands behind each, word by word; those that say what is so without them are left out.
  package var words: [String] {
    SearchOption.allCases.flatMap { option in uses(of: option).flatMap { [option.rawValue] + $0 } }
  }

  /// What stands behind an option, each time that it is used.
  private func uses(of option: SearchOption) -> [[String]] {
    switch option {
    case .domain: domain.map { [[$0.text]] } ?? []
    case .values: values.map { [$0.text] }
    case .never: never.map { [$0.text] }
    case .always: always.map { [$0.text] }
    case .services: services == .any ? [[Services.any.rawValue]] : []
    case .service: service.map { [$0.text] }
    case .order: order == .defined ? [[Order.defined.rawValue]] : []
    case .observers: observers == .reversed ? [[ObserverOrder.reversed.rawValue]] : []
    case .noRaces: races == false ? [[]] : []
    case .between: between.map { [["\($0)"]] } ?? []
    case .restart: restart.flatMap { $0 == .never ? nil : [[$0.rawValue]] } ?? []
    case .rows: rows.flatMap { $0 == .ends ? nil : [[$0.rawValue]] } ?? []
    case .keyboard: usesKeyboard ? [[]] : []
    case .pastTheScreen: isPastTheScreen ? [[]] : []
    case .states: states.map { [["\($0)"]] } ?? []
    case .project: project.map { [$0.text] }
    case .leadsTo: leadsTo.isEmpty ? [] : [leadsTo.map(\.text)]
    case .again: again.map { [$0.text] }
    }
  }
}
