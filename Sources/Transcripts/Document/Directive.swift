/// The words that may follow `%`.
package enum Directive: String, CaseIterable {
  case transcript, machine, seed, use
  case `case`, `let`, tag, skip, xfail, expand, mute, loop
  case end

  static var words: [String] { allCases.map(\.rawValue) }

  /// Whether the directive stands above the first case only.
  var isOfHeader: Bool {
    switch self {
    case .transcript, .machine, .seed, .use: true
    case .case, .let, .tag, .skip, .xfail, .expand, .mute, .loop, .end: false
    }
  }

  /// What must follow the word; nil where nothing may.
  var argument: String? {
    switch self {
    case .transcript: "a version"
    case .machine: "'NAME@VARIANT'"
    case .seed: "a number"
    case .use: "a file"
    case .case: "a title"
    case .let: "'NAME = VALUE'"
    case .tag: "a tag"
    case .skip: "a reason"
    case .xfail: "an issue"
    case .expand, .mute: "a path"
    case .loop: nil
    case .end: "the number of the cases"
    }
  }
}
