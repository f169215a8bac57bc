/// Names numbered in order of insertion, compared by UTF-8 bytes. `Dictionary` merges canonically equivalent
/// spellings, and its hash resists attackers, which is slow and not needed here.
package struct NameTable: Sendable {
  package private(set) var names: [Name] = []
  /// A name's number plus 1, or 0 if empty. The count is a power of two; at most half are in use.
  private var places: [Int32] = Array(repeating: 0, count: 16)

  package init(_ names: [Name] = []) {
    for name in names { insert(name) }
  }

  @discardableResult
  package mutating func insert(_ name: Name) -> Int {
    if let number = self[name] { return number }
    names.append(name)
    if names.count * 2 > places.count { grow() } else { place(names.count - 1) }
    return names.count - 1
  }

  /// The number of the name that a text is.
  package subscript(text: String) -> Int? { self[Name(text)] }

  package subscript(name: Name) -> Int? {
    var place = NameTable.hash(name) & (places.count - 1)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if names[number] == name { return number }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 4)
    for number in names.indices { place(number) }
  }

  private mutating func place(_ number: Int) {
    var place = NameTable.hash(names[number]) & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = Int32(number + 1)
  }

  private static func hash(_ name: Name) -> Int {
    var hash = UInt64(name.utf8.count)
    var text = name.text
    text.withUTF8 { bytes in
      UnsafeRawBufferPointer(bytes).forEachWord { hash = KeyHash.lane(hash, $0) }
    }
    return Int(truncatingIfNeeded: hash)
  }
}

/// The index of each name in a list; the first of equal names counts.
package struct NamePlaces: Sendable {
  private var names = NameTable()
  private var places: [Int] = []

  package init(_ list: [Name]) {
    for (place, name) in list.enumerated() where names[name] == nil {
      names.insert(name)
      places.append(place)
    }
  }

  package subscript(name: Name) -> Int? { names[name].map { places[$0] } }
}
