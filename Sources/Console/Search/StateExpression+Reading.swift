import Statecharts
import Traces
import ViewModels

extension StateExpression {
  /// Reads an expression.
  ///
  /// - Parameter knowsTime: Whether it is asked on one path, where the clock shows one time. A search reaches one state at
  ///   many times.
  /// - Throws: what is wrong, with its place in the text: a name that the machine does not have, a value that a field cannot
  ///   hold, a part that is neither true nor false.
  package init(_ text: String, of machine: Machine, knowsTime: Bool = false) throws(Mistake) {
    var reader = ExpressionReader(text, ExpressionNames(machine), knowsTime: knowsTime)
    root = try reader.whole { (reader) throws(Mistake) in try reader.truth() }
    self.text = text
  }

  /// Reads an expression that is asked on one path, or what can stand on a side of a comparison alone: a field, a region, a count.
  package init(ofAnyValue text: String, of machine: Machine) throws(Mistake) {
    var reader = ExpressionReader(text, ExpressionNames(machine), knowsTime: true)
    root = try reader.whole { (reader) throws(Mistake) in
      var probe = reader
      if let operand = try? probe.operand(), probe.isAtEnd {
        reader = probe
        return operand
      }
      return try reader.truth()
    }
    self.text = text
  }
}

/// Reads `or`, `and`, `not`, comparisons and names, the loosest first.
struct ExpressionReader {
  let names: ExpressionNames
  let knowsTime: Bool
  var scanner: ValueScanner
  /// How deep brackets and `not` stand in each other.
  private var depth = 0

  static let deepest = 100

  typealias Node = StateExpression.Node

  init(_ text: String, _ names: ExpressionNames, knowsTime: Bool) {
    self.names = names
    self.knowsTime = knowsTime
    scanner = ValueScanner(text)
  }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool {
    var probe = scanner
    probe.skipBlanks()
    return probe.isAtEnd
  }

  mutating func whole(_ read: (inout ExpressionReader) throws(Mistake) -> Node) throws(Mistake) -> Node {
    let node = try read(&self)
    guard isAtEnd else {
      scanner.skipBlanks()
      throw mistake("'\(scanner.rest)' is more than one expression; join parts with 'and' or 'or'", "E1074")
    }
    return node
  }

  // MARK: Truths

  mutating func truth() throws(Mistake) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw mistake("brackets stand more than \(Self.deepest) deep", "E1074") }
    var node = try conjunction()
    while skip(word: "or") { node = .either(node, try conjunction()) }
    return node
  }

  private mutating func conjunction() throws(Mistake) -> Node {
    var node = try negation()
    while skip(word: "and") { node = .both(node, try negation()) }
    return node
  }

  private mutating func negation() throws(Mistake) -> Node {
    var isNegated = false
    while skip(word: "not") { isNegated.toggle() }
    let node = try comparison()
    return isNegated ? .not(node) : node
  }

  private mutating func comparison() throws(Mistake) -> Node {
    scanner.skipBlanks()
    if scanner.skip("(") {
      let node = try truth()
      scanner.skipBlanks()
      guard scanner.skip(")") else { throw mistake("a ')' is missing", "E1074") }
      return node
    }
    let left = try side { (reader) throws(Mistake) in try reader.operand() }
    scanner.skipBlanks()
    guard let comparison = StateExpression.Comparison.allCases.first(where: { scanner.skip($0.rawValue) }) else {
      guard left.node.mayBeTrue(names) else {
        throw Mistake(
          column: left.column,
          sentence: "'\(left.text)' is neither true nor false; compare it, as in '\(left.text) = …'", code: "E1072")
      }
      return left.node
    }
    if comparison == .equal, scanner.next == UInt8(ascii: "=") {
      throw mistake("'==' compares nothing here; write '='", "E1074")
    }
    scanner.skipBlanks()
    if case .isIn(let region, let state) = left.node {
      throw Mistake(
        column: left.column,
        sentence: "'\(state)' is a state of '\(region)', which holds or not; leave out what follows",
        code: "E1072")
    }
    if case .region(let region) = left.node, comparison == .equal || comparison == .notEqual {
      let isIn = Node.isIn(region, state: try state(of: region))
      return comparison == .equal ? isIn : .not(isIn)
    }
    let right = try side { (reader) throws(Mistake) in
      try left.node.isTitle && reader.hasBareText ? reader.bareText() : reader.operand(orState: false)
    }
    try ComparisonTyping(names: names).check(left, comparison, right)
    return .compare(left.node, comparison, right.node)
  }

  /// Reads one side of a comparison and keeps how it is written.
  private mutating func side(
    _ read: (inout ExpressionReader) throws(Mistake) -> Node
  ) throws(Mistake) -> ComparisonOperand {
    scanner.skipBlanks()
    let (start, column) = (scanner.offset, scanner.column)
    let node = try read(&self)
    return ComparisonOperand(node: node, text: scanner.text(from: start, to: scanner.offset), column: column)
  }

  // MARK: Operands

  /// - Parameter orState: Whether the name of a state is wanted too, which holds in that state.
  mutating func operand(orState: Bool = true) throws(Mistake) -> Node {
    scanner.skipBlanks()
    let column = scanner.column
    guard let next = scanner.next else { throw mistake("a name or a value is missing", "E1074") }
    if next.isDigit, let duration = duration() { return .duration(duration.milliseconds) }
    if next.beginsValue { return .literal(try value()) }
    let name = name()
    guard !name.isEmpty else { throw mistake("'\(scanner.rest)' is no name and no value", "E1074") }
    if let literal = Self.literals.first(where: { $0.name.hasBytes(of: name) }) { return .literal(literal.value) }
    if let function = Self.functions.first(where: { $0.hasBytes(of: name) }), scanner.skip("(") {
      return try call(function)
    }
    if names.isField(name) { return .field(name) }
    if names.isRegion(name) { return .region(name) }
    if name.hasBytes(of: "page") { return .page }
    if name.hasBytes(of: "alert") { return .alert }
    if name.hasBytes(of: "time") {
      guard knowsTime else {
        throw Mistake(
          column: column,
          sentence:
            "a search reaches one state at many times, so 'time' means nothing to it; ask 'break' or 'watch', or "
            + "search for what '--leads-to' reaches within a duration", code: "E1180")
      }
      return .time
    }
    guard orState else { throw unknown("field or region", name, column, among: names.all + ["page", "alert"]) }
    let regions = names.regions(withState: name)
    guard regions.count < 2 else {
      let choices = regions.map { "'\($0) = \(name)'" }.alternatives
      throw Mistake(
        column: column, sentence: "'\(name)' is a state of several regions; write \(choices)", code: "E1075")
    }
    if let region = regions.first { return .isIn(region, state: name) }
    throw unknown(
      "field, region or state", name, column, among: names.all + names.lonelyStates.map(\.state) + ["page", "alert"])
  }

  private static let literals: [(name: String, value: Value)] = [
    ("true", .bool(true)), ("false", .bool(false)), ("nil", .null),
  ]
  private static let functions = ["count", "requests"]

  private mutating func call(_ function: String) throws(Mistake) -> Node {
    scanner.skipBlanks()
    let column = scanner.column
    let argument = name()
    scanner.skipBlanks()
    guard scanner.skip(")") else { throw mistake("a ')' is missing", "E1074") }
    if function.hasBytes(of: "count") {
      guard names.isField(argument) else { throw unknown("field", argument, column, among: names.fields) }
      return .count(argument)
    }
    let services = names.machine.serviceNames
    guard services.containsBytes(of: argument) else { throw unknown("service", argument, column, among: services) }
    return .requests(argument)
  }

  private mutating func state(of region: String) throws(Mistake) -> String {
    let column = scanner.column
    let name = name()
    let states = names.states(of: region)
    guard states.isEmpty || states.containsBytes(of: name) else {
      throw unknown("state of '\(region)'", name, column, among: states)
    }
    return name
  }

  /// Whether a text without quotes comes next, and no value.
  private var hasBareText: Bool {
    var probe = self
    guard let next = scanner.next, !next.beginsValue else { return false }
    let name = probe.name()
    return !["true", "false"].containsBytes(of: name)
  }

  /// The name of a page or the title of an alert may stand without quotes, unless it has blanks.
  private mutating func bareText() throws(Mistake) -> Node {
    let name = name()
    guard !name.isEmpty else { throw mistake("a name is missing", "E1074") }
    return .literal(name.hasBytes(of: "nil") ? .null : .string(name))
  }

  private mutating func value() throws(Mistake) -> Value {
    do throws(TextError) {
      return try scanner.value(names: NamedValues(names.machine.sampleEntries)).withoutSecrets
    } catch {
      throw Mistake(.malformed(error), column: error.column)
    }
  }

  /// A number with a unit; nil where something else stands.
  mutating func duration() -> VirtualDuration? {
    var probe = self
    guard let duration = try? VirtualDuration(probe.name()) else { return nil }
    self = probe
    return duration
  }

  // MARK: Words

  private mutating func name() -> String {
    let start = scanner.offset
    while let byte = scanner.next, !" ()=!<>,".utf8.contains(byte) { scanner.move(to: scanner.offset + 1) }
    return scanner.text(from: start, to: scanner.offset)
  }

  mutating func skip(word: String) -> Bool {
    scanner.skipBlanks()
    var probe = self
    guard probe.name().hasBytes(of: word) else { return false }
    self = probe
    return true
  }

  func mistake(_ sentence: String, _ code: String) -> Mistake {
    Mistake(column: scanner.column, sentence: sentence, code: code)
  }

  private func unknown(_ noun: String, _ name: String, _ column: Int, among names: [String]) -> Mistake {
    let nearest = Word(text: name, column: column).nearest(among: names)
    let advice = nearest.map { "did you mean '\($0)'?" } ?? "'state' and 'fields' list the names"
    return Mistake(column: column, sentence: "unknown \(noun) '\(name)'; \(advice)", code: "E1071")
  }
}

extension StateExpression.Node {
  fileprivate var isTitle: Bool {
    switch self {
    case .page, .alert: true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether a value begins with it, and no name.
  fileprivate var beginsValue: Bool { isDigit || "\"$-.[{".utf8.contains(self) }
}

extension Value {
  fileprivate var withoutSecrets: Value {
    var value = self
    while case .secret(let hidden) = value { value = hidden }
    return value
  }
}
