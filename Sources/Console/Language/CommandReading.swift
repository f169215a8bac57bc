import Traces
import ViewModels

/// Reads a line up to its verb.
enum CommandReading {
  /// The verb of a line and the reader of its arguments; nil for an empty line and for a comment.
  static func read(
    _ line: String, source: ArgumentReader.Source, scene: Scene?
  ) throws(Mistake) -> ArgumentReader? {
    guard line.utf8.first != UInt8(ascii: "#") else { return nil }
    var scanner = ValueScanner(line)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return nil }
    let verb = try verb(&scanner, source)
    return ArgumentReader(scanner, verb: verb, source: source, scene: scene)
  }

  /// Reads a whole command that drives.
  static func act(_ line: String, source: ArgumentReader.Source, scene: Scene) throws(Mistake) -> Act {
    guard var reader = try read(line, source: source, scene: scene) else {
      throw Mistake(.unknownVerb("", nearest: nil))
    }
    return try reader.act()
  }

  static func verb(_ scanner: inout ValueScanner, _ source: ArgumentReader.Source) throws(Mistake) -> Verb {
    let column = scanner.column
    return try Verb.named(Word(text: scanner.word(), column: column), isTyped: source == .typed)
  }
}

extension ArgumentReader {
  /// Reads the arguments of a driving verb to the end of the line.
  mutating func act() throws(Mistake) -> Act {
    let drive: Verb.Drive
    switch verb.action {
    case .drive(let read), .driveOrLook(let read, _): drive = read
    case .look, .perform, .performOrLook, .saveOrLook: throw Mistake(.notHoldable(verb.name))
    }
    var act = try drive(&self)
    try end()
    act.typed = typed
    act.holdsSecret = readsSecret
    act.resolve(in: try scene().view)
    return act
  }
}
