/// A record of a snapshot. Its list of parts defines its form, the walk over live instances, the normal form and
/// the key.
protocol Coded: Sendable {
  static var shape: PartShape { get }
  /// Passes the parts to a coder and stores changed instances.
  mutating func code<Coder: PartCoder>(with coder: inout Coder)
}

enum PartShape {
  case plain
  case list
  case record
  case cases
  /// As `cases`, but a case without parts is a string.
  case words
  case kinds
}

enum Mention: Sendable {
  case keeps
  /// Only keeps the instance's number reserved.
  case names
}

/// A record's effect on the mentions in a part.
enum Hold: Sendable {
  case asIs
  /// Kept instances are only named.
  case named
  /// `named`, written as a weak reference.
  case weak
  /// Kept instances are ignored; named ones stay named.
  case ended
  /// `asIs`, without keeping this instance.
  case sparing(InstanceID)
  case nothing
}

/// Visits the parts of a record in order, to write them or to find or change instances.
///
/// Coders that only collect instances ignore the other calls.
protocol PartCoder {
  static var changes: Bool { get }

  /// Begins the case that the following parts belong to.
  mutating func begin(_ name: String)
  /// Replaces the next part's name.
  mutating func label(_ text: String)
  mutating func bool(_ name: String, _ part: Bool)
  mutating func int(_ name: String, _ part: Int)
  mutating func text(_ name: String, _ part: String)
  mutating func states(_ name: String, _ part: StateSet)
  mutating func id(_ name: String, _ part: inout InstanceID, _ hold: Hold)
  mutating func value(_ name: String, _ part: inout Value, _ hold: Hold)
  /// Codes an optional value; null differs from none.
  mutating func value(_ name: String, _ part: inout Value?)
  mutating func part<Part: Coded>(_ name: String, _ part: inout Part, _ hold: Hold)
  mutating func optional<Part: Coded>(_ name: String, _ part: inout Part?)
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

  // The default hold is `asIs`.

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

extension Coded where Self: RawRepresentable<String> {
  static var shape: PartShape { .words }
  mutating func code<Coder: PartCoder>(with coder: inout Coder) { coder.begin(rawValue) }
}

extension PartCoder {
  mutating func one<Part: Coded, Record>(
    _ word: String, _ part: Part, _ hold: Hold = .asIs, of record: inout Record, _ make: (Part) -> Record
  ) {
    begin(word)
    var part = part
    self.part(word, &part, hold)
    if Self.changes { record = make(part) }
  }

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
}
