/// A record of a snapshot: it says once what its parts are, in order. From that follow its form, the walk over what is alive,
/// the normal form and the key.
protocol Coded: Sendable {
  static var shape: PartShape { get }
  /// Passes its parts to a coder, and stores what the coder makes of the instances in them if it changes any.
  mutating func code<Coder: PartCoder>(with coder: inout Coder)
}

/// How the form of a record looks.
enum PartShape {
  /// Its one part as it is.
  case plain
  case list
  case record
  /// One case of an enumeration with its parts, which have no names.
  case cases
  /// The same, where a case without parts is a word.
  case words
  /// One case of an enumeration whose parts have names.
  case kinds
}

/// How something mentions an instance.
enum Mention: Sendable {
  /// It keeps the instance alive.
  case keeps
  /// It keeps the instance's number from being given out again, and nothing else.
  case names
}

/// What a record has to do with the instances in one of its parts.
enum Hold: Sendable {
  /// What the part says.
  case asIs
  /// It names what the part would keep.
  case named
  /// The same, written as a weak reference.
  case weak
  /// It keeps nothing any more, and names what the part names.
  case ended
  /// What the part says, but it does not keep this one.
  case sparing(InstanceID)
  /// Neither; somebody else sees to them.
  case nothing
}

/// What goes through the parts of a record in order: it writes them, or finds or changes the instances in them.
///
/// Coders that only look for instances ignore the other calls.
protocol PartCoder {
  /// Whether it puts other instances in place of those that it is given.
  static var changes: Bool { get }

  /// Which case of an enumeration the parts that follow are of.
  mutating func begin(_ name: String)
  /// A text in place of the name of the part that follows.
  mutating func label(_ text: String)
  mutating func bool(_ name: String, _ part: Bool)
  mutating func int(_ name: String, _ part: Int)
  mutating func text(_ name: String, _ part: String)
  mutating func states(_ name: String, _ part: StateSet)
  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold)
  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold)
  /// A value, or none; nil's value is a value.
  mutating func value(_ name: String, _ part: inout Value?)
  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold)
  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?)
  /// A part that is left out when there is none.
  mutating func extra<Part: Coded>(_ name: String, _ part: inout Part?)
  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold)
}

extension PartCoder {
  mutating func begin(_ name: String) {}
  mutating func label(_ text: String) {}
  mutating func bool(_ name: String, _ part: Bool) {}
  mutating func int(_ name: String, _ part: Int) {}
  mutating func text(_ name: String, _ part: String) {}
  mutating func states(_ name: String, _ part: StateSet) {}

  mutating func value(_ name: String, _ part: inout Value?) {
    if var value = part {
      self.value(name, &value, .asIs)
      if Self.changes { part = value }
    }
  }

  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold) { part.code(with: &self) }

  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?) {
    if var value = part {
      self.part(name, &value, .asIs)
      if Self.changes { part = value }
    }
  }

  mutating func extra<Part: Coded>(_ name: String, _ part: inout Part?) { optional(name, &part) }

  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold) {
    if Self.changes {
      for index in parts.indices { part(name, &parts[index], hold) }
    } else {
      for var item in parts { part(name, &item, hold) }
    }
  }

  // A part means what it says unless the record says otherwise.

  mutating func id(_ name: String, _ part: inout InstanceID) { id(name, &part, .asIs) }
  mutating func value(_ name: String, _ part: inout Value) { value(name, &part, .asIs) }
  mutating func part<Part: Coded>(_ name: String, _ part: inout Part) { self.part(name, &part, .asIs) }
  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part]) { list(name, &parts, .asIs) }
}

extension InstanceID: Coded {
  static let shape = PartShape.plain
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.id("", &self) }
}

extension Value: Coded {
  static let shape = PartShape.plain
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.value("", &self) }
}

extension Int: Coded {
  static let shape = PartShape.plain
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.int("", self) }
}

extension String: Coded {
  static let shape = PartShape.plain
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.text("", self) }
}

extension Name: Coded {
  static let shape = PartShape.plain
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.text("", text) }
}

/// A word of a fixed list, which is written as text.
extension Coded where Self: RawRepresentable<String> {
  static var shape: PartShape { .words }
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.begin(rawValue) }
}

extension PartCoder {
  /// A case of an enumeration with one part.
  mutating func one<Part: Coded, Record>(
    _ word: String, _ part: Part, _ hold: Hold = .asIs, of record: inout Record, _ make: (Part) -> Record
  ) {
    begin(word)
    var part = part
    self.part(word, &part, hold)
    if Self.changes { record = make(part) }
  }

  /// A case with an instance and a port of it.
  mutating func port<Record>(
    _ word: String, _ id: InstanceID, _ port: Int, _ hold: Hold = .asIs, of record: inout Record,
    _ make: (InstanceID, Int) -> Record
  ) {
    begin(word)
    var id = id
    self.id(word, &id, hold)
    int(word, port)
    if Self.changes { record = make(id, port) }
  }

  /// A case with handlers for values, errors and completion.
  mutating func handlers<Record>(
    _ word: String, _ next: HandlerValue?, _ error: HandlerValue?, _ completed: HandlerValue?, of record: inout Record,
    _ make: (HandlerValue?, HandlerValue?, HandlerValue?) -> Record
  ) {
    begin(word)
    var (next, error, completed) = (next, error, completed)
    optional("next", &next)
    optional("error", &error)
    optional("completed", &completed)
    if Self.changes { record = make(next, error, completed) }
  }
}
