import Turns

extension Value {
  /// Reads one value that takes the whole text; blanks around it are allowed.
  ///
  /// - Parameter names: What `$name` may stand for.
  package init(parsing text: String, names: NamedValues = NamedValues()) throws(TextError) {
    var scanner = ValueScanner(text)
    scanner.skipBlanks()
    self = try scanner.value(names: names)
    scanner.skipBlanks()
    try scanner.expectEnd()
  }
}

extension ValueScanner {
  /// Values and patterns are nested at most this deep.
  package static let depthLimit = 128

  /// Reads a value that is written out; `$name` is looked up, and markers, `...` and folded values are refused.
  package mutating func value(names: NamedValues = NamedValues()) throws(TextError) -> Value {
    let start = offset
    do throws(TextError) {
      var grammar = ValueGrammar(scanner: self, names: names, allowsPatterns: false)
      let pattern = try grammar.pattern(depth: 1)
      guard case .value(let value) = pattern else {
        throw error(.notALiteral(ValuePrinter(.literal).patternText(of: pattern)), at: start)
      }
      offset = grammar.scanner.offset
      return value
    } catch {
      offset = start
      throw error
    }
  }

  /// Reads a value or a pattern of one.
  package mutating func pattern() throws(TextError) -> ValuePattern {
    var grammar = ValueGrammar(scanner: self, names: NamedValues(), allowsPatterns: true)
    let pattern = try grammar.pattern(depth: 1)
    offset = grammar.scanner.offset
    return pattern
  }
}
