/// Names numbered from 0 in the order in which they came, compared by UTF-8 bytes.
///
/// `Dictionary` merges canonically equivalent spellings and hashes with care for enemies; these names are the
/// definition's own.
package struct NameTable: Sendable {
  package private(set) var names: [Name] = []
  /// The number of the name in each place, one higher; 0 for an empty place. A power of two, at most half full.
  private var places: [Int32] = Array(repeating: 0, count: 16)

  package init() {}

  /// A table of names, each once.
  package init(_ names: [Name]) {
    for name in names { insert(name) }
  }

  /// Adds a name unless it is there, and returns its number.
  @discardableResult
  package mutating func insert(_ name: Name) -> Int {
    if let number = self[name] { return number }
    names.append(name)
    if names.count * 2 > places.count { grow() } else { place(names.count - 1) }
    return names.count - 1
  }

  /// The number of the name that a text is.
  package subscript(text: String) -> Int? { self[Name(text)] }

  /// The number of a name.
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

/// Where names stand in a list; of two with one name the first counts.
package struct NamePlaces: Sendable {
  private var names = NameTable()
  private var places: [Int] = []

  package init(_ list: [Name]) {
    for (place, name) in list.enumerated() where names[name] == nil {
      names.insert(name)
      places.append(place)
    }
  }

  package subscript(text: String) -> Int? { self[Name(text)] }
  package subscript(name: Name) -> Int? { names[name].map { places[$0] } }
}
