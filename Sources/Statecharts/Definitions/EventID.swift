/// An event's name as a number of one program, so that steps need no strings.
public struct EventID: Hashable, Sendable {
  /// The index in the program's table; negative for a name known only to this turn.
  let number: Int32
  /// The program's stamp; 0 for a number that never leaves the kernel.
  let program: UInt32

  init(number: Int32, of program: UInt32 = 0) {
    self.number = number
    self.program = program
  }
}

/// SCXML 3.12.1: a descriptor matches a full name, a prefix of its tokens, or anything (`*`).
enum EventDescriptor {
  /// Normalised to their shortest spelling: `a.*` and `a.` are `a`.
  static func list(_ text: String) -> [Name] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { part in
      var part = part
      if part.count > 2, part.suffix(2).elementsEqual(".*".utf8) { part = part.dropLast(2) }
      if part.count > 1, part.last == UInt8(ascii: ".") { part = part.dropLast() }
      return Name(String(decoding: part, as: UTF8.self))
    }
  }

  static func matches(_ text: String, _ event: Name) -> Bool { list(text).contains { means($0, event) } }

  static func covers(_ wide: String, _ narrow: String) -> Bool {
    let wide = list(wide)
    return list(narrow).allSatisfy { descriptor in wide.contains { means($0, descriptor) } }
  }

  static func means(_ descriptor: Name, _ event: Name) -> Bool {
    if descriptor == "*" || descriptor == event { return true }
    let event = event.utf8
    let prefix = descriptor.utf8
    return event.count > prefix.count && event.starts(with: prefix)
      && event[event.index(event.startIndex, offsetBy: prefix.count)] == UInt8(ascii: ".")
  }

  static func parent(of name: Name) -> Name? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Name(String(decoding: name.utf8[..<dot], as: UTF8.self))
  }
}

extension ChartDefinition.Trigger {
  func matches(_ event: Name) -> Bool {
    if case .event(let text) = self { EventDescriptor.matches(text, event) } else { false }
  }
}

extension NameTable {
  /// Returns the number of the name, else of its longest token prefix in the table.
  func longestPrefix(of name: Name) -> Int? {
    var name = name
    while true {
      if let number = self[name] { return number }
      guard let shorter = EventDescriptor.parent(of: name) else { return nil }
      name = shorter
    }
  }
}
