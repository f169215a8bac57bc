import Statecharts

/// A request of the API. Dispatcher, help, schema and MCP tools come from the table `all`.
struct ServeRequest: Sendable {
  struct Parameter: Sendable {
    enum Kind: Sendable {
      case text, texts, count, flag, id
    }

    let name: String
    let kind: Kind
    let meaning: String
    var isRequired = false

    init(_ name: String, _ kind: Kind, _ meaning: String, isRequired: Bool = false) {
      (self.name, self.kind, self.meaning, self.isRequired) = (name, kind, meaning, isRequired)
    }
  }

  enum Work: Sendable {
    /// Ends at once, or changes the session: what comes meanwhile waits.
    case command
    /// Inspects a copy of the session; other requests are answered meanwhile.
    case search
    /// Handled while others run.
    case cancel
  }

  let name: String
  let work: Work
  let parameters: [Parameter]
  /// For people and agents: one or two sentences.
  let summary: String
  /// Whether agents get it as a tool; MCP has its own cancellation, and 'do' undoes.
  var isTool = true
  let answer: @Sendable (ServeTask) throws -> [Member]

  static func named(_ name: String) -> ServeRequest? { all.first { Name($0.name) == name } }

  static let all: [ServeRequest] = [
    .list, .open, .do, .undo, .state, .moves, .why, .path, .explore, .compare, .diff, .replay, .save, .cancel,
  ]

  /// `do command [at]`: as help prints it.
  var usage: String {
    ([name] + parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }).joined(separator: " ")
  }
}

extension ServeRequest {
  /// The parameters as JSON Schema.
  var schema: Value {
    let required = parameters.filter(\.isRequired).map { Value.string($0.name) }
    return .record(
      [
        Member("type", "object"), Member("properties", .record(parameters.map { Member($0.name, $0.schema) })),
      ] + (required.isEmpty ? [] : [Member("required", .list(required))]) + [Member("additionalProperties", false)])
  }
}

extension ServeRequest.Parameter {
  fileprivate var schema: Value {
    let type: [Member] =
      switch kind {
      case .text: [Member("type", "string")]
      case .texts: [Member("type", "array"), Member("items", ["type": "string"])]
      case .count: [Member("type", "integer"), Member("minimum", 0)]
      case .flag: [Member("type", "boolean")]
      case .id: [Member("type", ["string", "integer"])]
      }
    return .record(type + [Member("description", .string(meaning))])
  }

  var expected: String {
    switch kind {
    case .text: "a text"
    case .texts: "an array of texts"
    case .count: "a whole number from 0 on"
    case .flag: "true or false"
    case .id: "an id"
    }
  }

  func fits(_ value: Value) -> Bool {
    switch (kind, value) {
    case (.text, .string), (.flag, .bool), (.id, .string): true
    case (.count, .int(let number)): number >= 0
    case (.id, .int): true
    case (.texts, .list(let values)): values.allSatisfy { if case .string = $0 { true } else { false } }
    default: false
    }
  }
}

/// The checked parameters of a request.
struct ServeArguments: Sendable {
  private let members: [Member]

  init(_ members: [Member], of request: ServeRequest) throws(ServeError) {
    func wrong(_ part: String, _ message: String) -> ServeError {
      ServeError(code: "E1403", place: ServePlace(in: part), message: message, help: [request.usage])
    }
    // What a member holds may be secret, so messages name only its key.
    for member in members {
      guard let parameter = request.parameters.first(where: { member.name == $0.name }) else {
        let nearest = NearestWord.find(member.name.text, among: request.parameters.map(\.name))
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "write: \(request.usage)"
        throw wrong(request.name, "unknown parameter '\(member.name.text.shownName)'; \(advice)")
      }
      guard parameter.fits(member.value) else {
        throw wrong(parameter.name, "'\(parameter.name)' is not \(parameter.expected)")
      }
    }
    for parameter in request.parameters where parameter.isRequired {
      guard members.contains(where: { $0.name == parameter.name }) else {
        throw wrong(request.name, "'\(request.name)' needs '\(parameter.name)'")
      }
    }
    self.members = members
  }

  func value(_ name: String) -> Value? { members.first { $0.name == name }?.value }
  func text(_ name: String) -> String? { if case .string(let text)? = value(name) { text } else { nil } }
  func count(_ name: String) -> Int? { if case .int(let count)? = value(name) { count } else { nil } }
  func flag(_ name: String) -> Bool { value(name) == .bool(true) }

  func texts(_ name: String) -> [String]? {
    guard case .list(let values)? = value(name) else { return nil }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
