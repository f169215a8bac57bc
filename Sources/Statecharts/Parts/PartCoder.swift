/// A record of a snapshot: it says once what its parts are, in the order of its saved form. From that follow the form itself,
/// its reader, the walk over what is alive, the normal form and the key.
protocol Coded: Sendable {
  static var shape: PartShape { get }
  /// What a reader fills in; of an enumeration each case by its name.
  static var blanks: [String: Self] { get }
  /// Hands its parts to a coder, and takes back what the coder makes of them if it changes any.
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure)
  /// Throws what does not fit the definition in a record that was read.
  func check(_ reader: FormReader) throws(SnapshotProblem.Reason)
}

extension Coded {
  func check(_ reader: FormReader) throws(SnapshotProblem.Reason) {}
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

/// What a number of a record counts, which a reader has to know.
enum NumberMeaning {
  /// Any number.
  case bits
  /// One that is not negative.
  case count
  /// A count that is not 0.
  case positive
  /// A state, transition or port of a machine; of the machine that is being read where it says none.
  case state(of: InstanceID?)
  case transition(of: InstanceID)
  case port(of: InstanceID)
}

/// What goes through the parts of a record in order: it writes them, reads them, or finds or changes the instances in them.
///
/// Whoever only looks for instances has nothing to do with the rest.
protocol PartCoder {
  associatedtype Failure: Error
  /// Whether it puts other parts in place of those that it is given.
  static var changes: Bool { get }

  /// Which case of an enumeration the parts that follow are of.
  mutating func begin(_ name: String)
  /// A text in place of the name of the part that follows.
  mutating func label(_ text: inout String) throws(Failure)
  mutating func outcome(_ label: inout Outcome) throws(Failure)
  mutating func event(_ label: inout Work.Event) throws(Failure)
  mutating func bool(_ name: String, _ part: inout Bool) throws(Failure)
  mutating func int(_ name: String, _ part: inout Int, _ meaning: NumberMeaning) throws(Failure)
  mutating func text(_ name: String, _ part: inout String) throws(Failure)
  mutating func states(_ name: String, _ part: inout StateSet) throws(Failure)
  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold) throws(Failure)
  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold) throws(Failure)
  /// A value, or none; nil's value is a value.
  mutating func value(_ name: String, _ part: inout Value?) throws(Failure)
  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold) throws(Failure)
  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?) throws(Failure)
  /// A part that is left out when there is none.
  mutating func extra<Part: Coded>(_ name: String, _ part: inout Part?) throws(Failure)
  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold) throws(Failure)
  /// The parts of a record among those of the record around it.
  mutating func parts<Part: Coded>(of part: inout Part) throws(Failure)
}

extension PartCoder {
  mutating func begin(_ name: String) {}
  mutating func label(_ text: inout String) throws(Failure) {}
  mutating func outcome(_ label: inout Outcome) throws(Failure) {
    var text = label.rawValue
    try self.label(&text)
  }
  mutating func event(_ label: inout Work.Event) throws(Failure) { try self.label(&label.name) }
  mutating func bool(_ name: String, _ part: inout Bool) throws(Failure) {}
  mutating func int(_ name: String, _ part: inout Int, _ meaning: NumberMeaning) throws(Failure) {}
  mutating func text(_ name: String, _ part: inout String) throws(Failure) {}
  mutating func states(_ name: String, _ part: inout StateSet) throws(Failure) {}

  mutating func value(_ name: String, _ part: inout Value?) throws(Failure) {
    if var value = part {
      try self.value(name, &value, .asIs)
      if Self.changes { part = value }
    }
  }

  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold) throws(Failure) {
    try part.code(with: &self)
  }

  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?) throws(Failure) {
    if var value = part {
      try self.part(name, &value, .asIs)
      if Self.changes { part = value }
    }
  }

  mutating func extra<Part: Coded>(_ name: String, _ part: inout Part?) throws(Failure) { try optional(name, &part) }

  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part], _ hold: Hold) throws(Failure) {
    if Self.changes {
      for index in parts.indices { try part(name, &parts[index], hold) }
    } else {
      for var item in parts { try part(name, &item, hold) }
    }
  }

  mutating func parts<Part: Coded>(of part: inout Part) throws(Failure) { try part.code(with: &self) }

  // A part means what it says unless the record says otherwise.

  mutating func id(_ name: String, _ part: inout InstanceID) throws(Failure) { try id(name, &part, .asIs) }
  mutating func value(_ name: String, _ part: inout Value) throws(Failure) { try value(name, &part, .asIs) }
  mutating func part<Part: Coded>(_ name: String, _ part: inout Part) throws(Failure) {
    try self.part(name, &part, .asIs)
  }
  mutating func list<Part: Coded>(_ name: String, _ parts: inout [Part]) throws(Failure) {
    try list(name, &parts, .asIs)
  }
}

extension InstanceID: Coded {
  static let shape = PartShape.plain
  static let blanks = ["": InstanceID.nowhere]
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) { try coder.id("", &self) }
}

extension Value: Coded {
  static let shape = PartShape.plain
  static let blanks = ["": Value.null]
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) { try coder.value("", &self) }
}

/// A number that somebody may leave out, or one of a case, is a count.
extension Int: Coded {
  static let shape = PartShape.plain
  static let blanks = ["": 0]
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.int("", &self, .count)
  }
}

extension String: Coded {
  static let shape = PartShape.plain
  static let blanks = ["": ""]
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) { try coder.text("", &self) }
}

/// A word of a fixed list, which is written as text.
extension Coded where Self: RawRepresentable<String> & CaseIterable {
  static var shape: PartShape { .words }
  static var blanks: [String: Self] { Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }) }
  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) { coder.begin(rawValue) }
}

extension PartCoder {
  /// A case of an enumeration with one part.
  mutating func one<Part: Coded, Record>(
    _ word: String, _ part: Part, _ hold: Hold = .asIs, of record: inout Record, _ make: (Part) -> Record
  ) throws(Failure) {
    begin(word)
    var part = part
    try self.part(word, &part, hold)
    if Self.changes { record = make(part) }
  }

  /// A case with an instance and a port of it.
  mutating func port<Record>(
    _ word: String, _ id: InstanceID, _ port: Int, _ hold: Hold = .asIs, of record: inout Record,
    _ make: (InstanceID, Int) -> Record
  ) throws(Failure) {
    begin(word)
    var (id, port) = (id, port)
    try self.id(word, &id, hold)
    try int(word, &port, .port(of: id))
    if Self.changes { record = make(id, port) }
  }

  /// A case with handlers for values, errors and completion.
  mutating func handlers<Record>(
    _ word: String, _ next: HandlerValue?, _ error: HandlerValue?, _ completed: HandlerValue?, of record: inout Record,
    _ make: (HandlerValue?, HandlerValue?, HandlerValue?) -> Record
  ) throws(Failure) {
    begin(word)
    var (next, error, completed) = (next, error, completed)
    try optional("next", &next)
    try optional("error", &error)
    try optional("completed", &completed)
    if Self.changes { record = make(next, error, completed) }
  }
}
