import Turns

/// Named values with lookup in both directions: samples of a machine, and values that a file names.
///
/// A sample applies only to values of its owner, a field or service. A value without an owner (`%let`) applies
/// everywhere.
package struct NamedValues: Sendable {
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// Nil for a name of the whole file.
    package var owner: String?
    package var value: Value

    package init(_ name: String, of owner: String? = nil, _ value: Value) {
      self.name = name
      self.owner = owner
      self.value = value
    }
  }

  /// A class, so that copies of printers share the tables.
  private final class Table: Sendable {
    let entries: [Entry]
    let indicesByValue: [Value: [Int]]
    let indicesByName: [Name: [Int]]
    /// By path with the owner: `password.right`.
    let indicesByPath: [Name: [Int]]
    /// Rejects most lookups without hashing a long value.
    let outlines: Set<Outline>
    let printedOutlines: Set<Outline>

    init(_ entries: [Entry]) {
      self.entries = entries
      indicesByValue = Dictionary(grouping: entries.indices) { entries[$0].value }
      indicesByName = Dictionary(grouping: entries.indices) { Name(entries[$0].name) }
      indicesByPath = Dictionary(grouping: entries.indices.filter { entries[$0].owner != nil }) { index in
        Name("\(entries[index].owner ?? "").\(entries[index].name)")
      }
      outlines = Set(entries.map { Outline($0.value) })
      printedOutlines = Set(entries.filter(\.isPrinted).map { Outline($0.value) })
    }

    func entries(at indices: [Int]?) -> [Entry] { (indices ?? []).map { entries[$0] } }
  }

  /// Equal values have equal outlines.
  private struct Outline: Hashable {
    let kind: Int
    let count: Int

    init(_ value: Value) {
      (kind, count) =
        switch value {
        case .string(let text): (0, text.utf8.count)
        case .list(let values): (1, values.count)
        case .record(let members): (2, members.count)
        case .enumeration(_, let members): (3, members.count)
        case .int, .double: (4, 0)
        case .null, .bool, .secret, .reference, .weak, .signal: (5, 0)
        }
    }
  }

  /// Each is larger than the next one.
  private var tables: [Table]

  package init(_ entries: [Entry] = []) {
    tables = entries.isEmpty ? [] : [Table(entries)]
  }

  /// If two names have one value, the first is printed.
  package var entries: [Entry] { tables.count == 1 ? tables[0].entries : tables.flatMap(\.entries) }

  /// Merges tables of similar sizes: adding n entries one by one costs n log n.
  package mutating func add(_ entries: [Entry]) {
    if entries.isEmpty { return }
    var added = entries
    while let last = tables.last, last.entries.count <= added.count { added = tables.removeLast().entries + added }
    tables.append(Table(added))
  }

  /// `$right`, or `$password.right` if the name is ambiguous; nil if the value has no name. A secret is looked up
  /// by its hidden value.
  package func reference(to value: Value, of owner: String? = nil) -> String? {
    let value = value.revealed
    let outline = Outline(value)
    guard tables.contains(where: { $0.outlines.contains(outline) }) else { return nil }
    return reference(to: value, of: owner) { _ in true }
  }

  /// Nil also for a sample whose value is as short as a name.
  func printedReference(to value: Value, of owner: String?) -> String? {
    let outline = Outline(value)
    guard tables.contains(where: { $0.printedOutlines.contains(outline) }) else { return nil }
    return reference(to: value, of: owner, where: \.isPrinted)
  }

  private func reference(to value: Value, of owner: String?, where isWanted: (Entry) -> Bool) -> String? {
    for table in tables {
      for entry in table.entries(at: table.indicesByValue[value]) where isWanted(entry) && belongs(entry, to: owner) {
        let reference = reference(entry)
        if reference.isReadableReference { return reference }
      }
    }
    return nil
  }

  package func isName(_ name: String) -> Bool { tables.contains { $0.indicesByName[Name(name)] != nil } }

  /// Names of the whole file precede samples. Nil for an unknown or ambiguous name.
  package func value(named reference: String) -> Value? {
    let named = entries(called: reference)
    let matches = named.isEmpty ? tables.flatMap { $0.entries(at: $0.indicesByPath[Name(reference)]) } : named
    let shared = matches.filter { $0.owner == nil }
    let chosen = shared.isEmpty ? matches : shared
    return chosen.count == 1 ? chosen[0].value : nil
  }

  private func entries(called name: String) -> [Entry] {
    tables.flatMap { $0.entries(at: $0.indicesByName[Name(name)]) }
  }

  private func reference(_ entry: Entry) -> String {
    guard entries(called: entry.name).count > 1, let owner = entry.owner else { return "$" + entry.name }
    return "$\(owner).\(entry.name)"
  }

  /// A sample of `phone` also applies to `home.phone` and `rows[3].phone`, and one of `home.phone` to
  /// `home'2.phone`.
  private func belongs(_ entry: Entry, to owner: String?) -> Bool {
    guard let own = entry.owner else { return true }
    if let owner, Name(owner) == own { return true }
    guard let path = owner?.withoutOrdinals else { return false }
    let tail = Array(own.utf8)
    guard path.utf8.count > tail.count else { return path.utf8.elementsEqual(tail) }
    return path.utf8.suffix(tail.count + 1).elementsEqual([UInt8(ascii: ".")] + tail)
  }
}

extension NamedValues.Entry {
  fileprivate var isPrinted: Bool { owner == nil || !value.isShort }
}

extension Value {
  private static let shortText = 32

  fileprivate var isShort: Bool {
    switch self {
    case .null, .bool, .int, .double, .reference, .weak, .signal: true
    case .string(let text): text.utf8.count <= Self.shortText || text.unicodeScalars.count <= Self.shortText
    case .list(let values): values.count <= 2 && values.allSatisfy(\.isShort)
    case .record(let members), .enumeration(_, let members):
      members.count <= 2 && members.allSatisfy { $0.value.isShort }
    // The name of a secret shows more than `<secret>`.
    case .secret: false
    }
  }
}

extension String {
  /// `home.items[3]` of `home'2.items[3]`.
  package var withoutOrdinals: String {
    guard utf8.contains(UInt8(ascii: "'")) else { return self }
    var bytes: [UInt8] = []
    var mark: Int?
    for byte in utf8 {
      if byte == UInt8(ascii: "'") {
        mark = bytes.count
      } else if let start = mark, !byte.isDigit {
        if bytes.count > start + 1, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") {
          bytes.removeSubrange(start...)
        }
        mark = nil
      }
      bytes.append(byte)
    }
    if let start = mark, bytes.count > start + 1 { bytes.removeSubrange(start...) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Names in a definition may contain any character.
  fileprivate var isReadableReference: Bool {
    escapedForDisplay.utf8.elementsEqual(utf8) && !utf8.contains { " \"\\()[]{}<>,:".utf8.contains($0) }
  }
}
