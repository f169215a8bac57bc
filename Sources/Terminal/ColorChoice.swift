/// What the user said about colours.
package enum ColorChoice: String, Sendable, CaseIterable {
  case always, never, automatic

  /// Whether to write colours. `always` and `never` decide alone; else a terminal is needed whose `TERM` is neither
  /// unset, empty nor `dumb`, and an environment without a non-empty `NO_COLOR`.
  package func usesColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic:
      isTerminal && !isSet("NO_COLOR", environment) && isSet("TERM", environment) && environment("TERM") != "dumb"
    }
  }

  private func isSet(_ name: String, _ environment: (String) -> String?) -> Bool {
    environment(name).map { !$0.isEmpty } ?? false
  }
}
