/// An event's name as a number of one program. Strings are met only where events come in and are printed.
public struct EventID: Hashable, Sendable {
  /// The name's place in the program's table; below zero a name that only this turn knows.
  let number: Int32
  /// Who numbered it; 0 for one that never leaves the kernel.
  let program: UInt32

  init(number: Int32, of program: UInt32 = 0) {
    self.number = number
    self.program = program
  }
}

/// SCXML's event descriptors (section 3.12.1): an event is meant by its full name, by a prefix of its dot-separated
/// tokens, and by `*`.
enum EventDescriptor {
  /// Returns the descriptors of a trigger, which blanks separate, in their shortest spelling: `a.*` and `a.` are `a`.
  static func list(_ text: String) -> [Name] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { part in
      var part = part
      if part.count > 2, part.suffix(2).elementsEqual(".*".utf8) { part = part.dropLast(2) }
      if part.count > 1, part.last == UInt8(ascii: ".") { part = part.dropLast() }
      return Name(String(decoding: part, as: UTF8.self))
    }
  }

  /// Returns whether a trigger's descriptors mean an event.
  static func matches(_ text: String, _ event: Name) -> Bool { list(text).contains { means($0, event) } }

  /// Returns whether a trigger means every event that another means.
  static func covers(_ wide: String, _ narrow: String) -> Bool {
    let wide = list(wide)
    return list(narrow).allSatisfy { descriptor in wide.contains { means($0, descriptor) } }
  }

  /// Returns whether one descriptor, in its shortest spelling, means an event.
  static func means(_ descriptor: Name, _ event: Name) -> Bool {
    if descriptor == "*" || descriptor == event { return true }
    let event = event.utf8
    let prefix = descriptor.utf8
    return event.count > prefix.count && event.starts(with: prefix)
      && event[event.index(event.startIndex, offsetBy: prefix.count)] == UInt8(ascii: ".")
  }

  /// Returns a name without its last token; `nil` when it has one token.
  static func parent(of name: Name) -> Name? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Name(String(decoding: name.utf8[..<dot], as: UTF8.self))
  }
}

extension NameTable {
  /// The number of a name, else of the longest prefix of its tokens that has one.
  func longestPrefix(of name: Name) -> Int? {
    var name = name
    while true {
      if let number = self[name] { return number }
      guard let shorter = EventDescriptor.parent(of: name) else { return nil }
      name = shorter
    }
  }
}
