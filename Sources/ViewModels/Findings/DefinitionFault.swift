import Statecharts

enum DefinitionFault: Hashable, Sendable {
  enum Noun: String, Sendable {
    case field, input, subject, service
  }

  case unlisted(Noun, Name, nearest: String?)
  case unknownPage(Name, nearest: String?)
  case unknownTemplate(Name)
  case unknownRegion(Name, known: [Name])
  case unknownState(Name, region: Name, known: [Name])
  case ambiguousState(Name, region: Name, choices: [Name])
  case unfittingValue(of: Name)
  case negativeDuration(noun: String, milliseconds: Int)
  case repeatedPort
  case tokenHeldTwice(as: Name)
  case namelessToken
  case reservedName
  case repeatedToken(TokenKind)
  case unknownSource
  case childCycle(through: Name)
  case cannotRun(String)
  // Equal snapshots would differ, or different ones would be equal.
  case uncoveredProperty(type: String)
  case unorderedInstances
  case unknownRead(Name, nearest: String?)
  case hiddenRead(Name)
  case hiddenSource(Name)
  case untakenInput
  case repeatedName(noun: String)
  case staleAcceptance(Name)

  var code: Name {
    switch self {
    case .unlisted(let noun, _, _): "unknown-\(noun.rawValue)"
    case .unknownPage: "unknown-page"
    case .unknownTemplate: "unknown-template"
    case .unknownRegion: "unknown-region"
    case .unknownState: "unknown-state"
    case .ambiguousState: "ambiguous-state"
    case .unfittingValue: "unfitting-value"
    case .negativeDuration: "negative-duration"
    case .repeatedPort: "repeated-port"
    case .tokenHeldTwice: "token-held-twice"
    case .namelessToken: "nameless-token"
    case .reservedName: "reserved-name"
    case .repeatedToken: "repeated-token"
    case .unknownSource: "unknown-source"
    case .childCycle: "child-cycle"
    case .cannotRun: "cannot-run"
    case .uncoveredProperty: "uncovered-property"
    case .unorderedInstances: "unordered-instances"
    case .unknownRead: "unknown-read"
    case .hiddenRead: "hidden-read"
    case .hiddenSource: "hidden-source"
    case .untakenInput: "untaken-input"
    case .repeatedName: "repeated-name"
    case .staleAcceptance: "stale-acceptance"
    }
  }

  var severity: DefinitionFinding.Severity {
    switch self {
    case .unlisted, .unknownPage, .negativeDuration, .uncoveredProperty, .unorderedInstances, .tokenHeldTwice,
      .namelessToken, .reservedName, .repeatedToken, .unknownSource, .childCycle, .cannotRun, .unknownTemplate,
      .unfittingValue, .repeatedPort, .unknownRegion, .unknownState, .ambiguousState:
      .error
    case .unknownRead, .hiddenRead, .hiddenSource, .untakenInput, .repeatedName, .staleAcceptance: .warning
    }
  }

  var cause: String {
    switch self {
    case .unlisted(let noun, let name, _): "the definition lists no \(noun.rawValue) '\(name)'"
    case .unknownPage(let name, _): "no screen of the machine pushes a page '\(name)'"
    case .unknownTemplate(let name): "there is no template '\(name)'"
    case .unknownRegion(let name, _): "the chart has no region '\(name)', so this can never happen"
    case .unknownState(let name, let region, _):
      "the region '\(region)' has no state '\(name)', so this can never happen"
    case .ambiguousState(let name, let region, _): "the region '\(region)' has several states '\(name)'"
    case .unfittingValue(let noun): "the \(noun) does not fit its shape"
    case .negativeDuration(let noun, let milliseconds): "\(noun) of \(milliseconds) ms is negative"
    case .repeatedPort: "another field or subject has the same name"
    case .tokenHeldTwice(let label): "the token is also stored as '\(label)', so it has two names"
    case .namelessToken:
      "a token has no name: it is not a stored property of the view model or of a group in it, or the module was compiled without "
        + "reflection"
    case .reservedName: "a view model has a member of this name that is not a token"
    case .repeatedToken(let kind): "another token has the same name as this \(kind.rawValue)"
    case .unknownSource: "it is computed from something that is not a field"
    case .childCycle(let names): "the child contains a child like itself, so making it would never end: \(names)"
    case .cannotRun(let why): why
    case .uncoveredProperty(let type):
      "the model's property is of type '\(type)', which is not a value, so snapshots that differ in it would count as equal"
    case .unorderedInstances:
      "the instances of a set are ordered only by their numbers, which may differ between equal snapshots"
    case .unknownRead(let name, _):
      "its guard reads '\(name)', which is not a field of the definition, so 'why' cannot show it"
    case .hiddenRead(let name): "it also reads '\(name)', which its 'reads:' does not name, so 'why' does not show it"
    case .hiddenSource(let name):
      "it is also computed from '\(name)', which its 'from:' does not name, so observers miss its changes"
    case .untakenInput: "no transition handles the input"
    case .repeatedName(let noun): "an earlier \(noun) has the same name, and that one is used"
    case .staleAcceptance(let code): "there is no finding '\(code)' to accept"
    }
  }

  var cure: String {
    switch self {
    case .unlisted(_, _, let nearest?), .unknownPage(_, let nearest?), .unknownRead(_, let nearest?):
      "did you mean '\(nearest)'?"
    case .unlisted, .unknownRead: "list it"
    case .unknownPage: "add a route that pushes it, or remove it"
    case .unknownTemplate: "define it, or name an existing one"
    case .unknownRegion(_, let known) where known.isEmpty: "add a region, or remove the law"
    case .unknownRegion(let name, let known), .unknownState(let name, _, let known):
      NearestWord.find(name, among: known + known.map(\.ownName)).map { "did you mean '\($0)'?" }
        ?? "name one of \(known.quoted)"
    case .ambiguousState(_, _, let choices): "name one of \(choices.quoted), or rename one"
    case .unfittingValue: "give a value of that shape, or another shape"
    case .negativeDuration: "write 0 or more"
    case .repeatedPort: "rename one of them"
    case .tokenHeldTwice: "declare a separate token"
    case .namelessToken:
      "make it a stored property, and compile without '-disable-reflection-metadata' and '-disable-reflection-names'"
    case .reservedName, .repeatedToken: "rename it, or name the token: Field(\\.x, named: \"y\")"
    case .unknownSource: "name stored properties, or fields"
    case .childCycle: "make one of them when it is needed"
    case .cannotRun: "open it with the package's own tool"
    case .uncoveredProperty: "give it a type that is ValueConvertible, or make it static"
    case .unorderedInstances: "keep them in a list"
    case .hiddenRead, .hiddenSource: "name it there, or make it static if it never changes"
    case .untakenInput: "add a transition that handles it, or remove it"
    case .repeatedName: "rename one of them"
    case .staleAcceptance: "remove the acceptance"
    }
  }

  /// Whether only a dependency check can find it.
  static func needsCheck(_ code: Name) -> Bool {
    [DefinitionFault.hiddenRead(""), .hiddenSource("")].contains { $0.code == code }
  }

  /// The fault of a name that a definition does not list; nil for a listed one.
  static func unlisted(_ noun: Noun, _ name: Name, among listed: [Name]) -> DefinitionFault? {
    listed.contains(name) ? nil : .unlisted(noun, name, nearest: NearestWord.find(name, among: listed))
  }

  func finding(at place: Name, transition: String? = nil) -> DefinitionFinding {
    DefinitionFinding(code, severity, at: place, transition: transition, cause: cause, cure: cure)
  }
}

extension Name {
  fileprivate var ownName: Name { Name(String(text.split(separator: ".").last ?? "")) }
}

extension [Name] {
  fileprivate var quoted: String { map { "'\($0)'" as String }.joined(separator: ", ") }
}
