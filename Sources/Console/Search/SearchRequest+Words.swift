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
    case .services: services.map { [[$0.rawValue]] } ?? []
    case .noRaces: hasRaces ? [] : [[]]
    case .pastTheScreen: isPastTheScreen ? [[]] : []
    case .states: states.map { [["\($0)"]] } ?? []
    case .leadsTo: leadsTo.isEmpty ? [] : [leadsTo.map(\.text)]
    case .again: again.map { [$0.text] }
    }
  }
}
