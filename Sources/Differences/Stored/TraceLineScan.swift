/// A look at one line of a stored trace that makes no values of it: what it says of which names, and where its stimulus
/// stands.
///
/// It knows the spelling that a trace is written in. A line in another spelling, be it right or wrong, is not known, and has
/// to be read.
struct TraceLineScan {
  /// A field or region in the line.
  struct Name: Hashable {
    var start: Int
    var count: Int
    var isRegion: Bool
    /// How many values it took.
    var values: Int
  }

  enum Source {
    case user, open, other
  }

  private let bytes: UnsafePointer<UInt8>
  private var at: Int
  private let end: Int

  private(set) var source = Source.other
  /// Where the cause stands without the time since the line before: up to the one, and from there to the other.
  private(set) var causeHead = 0..<0
  private(set) var causeTail = 0..<0
  /// In the order of the line.
  private(set) var names: [Name] = []
  /// Whether one of the names is of a row, so that it is known only together with its list.
  private(set) var hasRows = false
  /// Whether it tells of more than fields and regions.
  private(set) var hasOthers = false
  /// Stands for everything that decides what sort of line it is, and whether it can be read: the names, and what else
  /// happened with its names, without values.
  private(set) var key = LineKey()

  init(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  /// Goes over the line; tells false of one that it does not know.
  mutating func scan() -> Bool {
    let start = at
    guard take("{\"by\":\"") else { return false }
    let by = at
    guard skipPlainText() else { return false }
    switch at - by {
    case 5 where matches("user\"", at: by): source = .user
    case 5 where matches("open\"", at: by): source = .open
    default: source = .other
    }
    let isCanonical = source != .other
    guard take(",\"event\":"), text(isCanonical: isCanonical) else { return false }
    if take(",\"on\":") {
      guard !matches("\"\"", at: at), text(isCanonical: isCanonical) else { return false }
    }
    causeHead = start..<at
    if take(",\"dt\":") { guard elapsed() else { return false } }
    let tail = at
    if take(",\"value\":") { guard value(depth: 0, isCanonical: isCanonical) else { return false } }
    _ = take(",\"held\":true")
    causeTail = tail..<at
    key.add(bytes + by, causeHead.upperBound - by, where: source == .other)
    key.add(UInt64(source == .user ? 1 : source == .open ? 2 : 3))
    if take(",\"set\":{") { guard members(ofRegions: false) else { return false } }
    if take(",\"to\":{") { guard members(ofRegions: true) else { return false } }
    if at < end, bytes[at] == UInt8(ascii: ",") { guard others() else { return false } }
    return take("}") && at == end
  }

  // MARK: Fields and regions

  private mutating func members(ofRegions isRegion: Bool) -> Bool {
    let first = names.count
    repeat {
      let start = at + 1
      guard at < end, bytes[at] == UInt8(ascii: "\""), bytes[start] != UInt8(ascii: "#") else { return false }
      at = start
      guard skipPlainText() else { return false }
      var name = Name(start: start, count: at - 1 - start, isRegion: isRegion, values: 0)
      for known in names[first...] where isEqual(known, name) { return false }
      guard names.count - first < 16, take(":["), values(&name.values, areTexts: isRegion) else { return false }
      if !hasRows, isOfRow(name) { hasRows = true }
      key.add(bytes + name.start, name.count)
      key.add(UInt64(truncatingIfNeeded: name.values) << 1 | (isRegion ? 1 : 0))
      names.append(name)
    } while take(",")
    return take("}")
  }

  private mutating func values(_ count: inout Int, areTexts: Bool) -> Bool {
    repeat {
      if areTexts, at >= end || bytes[at] != UInt8(ascii: "\"") { return false }
      guard value(depth: 0, isCanonical: false) else { return false }
      count += 1
    } while take(",")
    return take("]")
  }

  private func isEqual(_ left: Name, _ right: Name) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { bytes[left.start + $0] == bytes[right.start + $0] }
  }

  private func isOfRow(_ name: Name) -> Bool {
    matches("detached ", at: name.start)
      || (0..<name.count).contains { bytes[name.start + $0] == UInt8(ascii: "[") }
  }

  // MARK: What else happened

  /// Keys whose values are names, so that they belong to the sort of a line.
  private static let nameKeys: [StaticString] = [
    "start\"", "end\"", "cancel\"", "late\"", "fired\"", "chosen\"", "name\"", "outcome\"", "push\"", "pop\"",
  ]
  private static let earlierKeys: [StaticString] = [
    "by\"", "event\"", "on\"", "dt\"", "value\"", "held\"", "set\"", "to\"", "end\"", "trace\"",
  ]

  private mutating func others() -> Bool {
    hasOthers = true
    key.add(bytes + causeHead.lowerBound, causeHead.count)
    while take(",\"") {
      for earlier in Self.earlierKeys where matches(earlier, at: at) { return false }
      let start = at
      guard skipPlainText() else { return false }
      key.add(bytes + start, at - start)
      guard take(":"), shape(depth: 0, isName: true) else { return false }
    }
    return true
  }

  /// Goes over a value and adds what it is made of to the key: brackets, keys, sorts of values, and names themselves.
  private mutating func shape(depth: Int, isName: Bool) -> Bool {
    guard at < end, depth < 64 else { return false }
    let first = bytes[at]
    key.add(UInt64(first))
    switch first {
    case UInt8(ascii: "{"):
      at += 1
      if take("}") { return true }
      repeat {
        let start = at + 1
        guard take("\""), skipPlainText() else { return false }
        key.add(bytes + start, at - start)
        let isName = depth == 1 && Self.nameKeys.contains { matches($0, at: start) }
        guard take(":"), shape(depth: depth + 1, isName: isName) else { return false }
      } while take(",")
      key.add(UInt64(UInt8(ascii: "}")))
      return take("}")
    case UInt8(ascii: "["):
      at += 1
      if take("]") { return true }
      repeat { guard shape(depth: depth + 1, isName: isName && depth == 0) else { return false } } while take(",")
      key.add(UInt64(UInt8(ascii: "]")))
      return take("]")
    case UInt8(ascii: "\"") where isName:
      let start = at + 1
      guard text(isCanonical: false) else { return false }
      key.add(bytes + start, at - start)
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = at
      guard number(isCanonical: false) else { return false }
      // An integer and a number with a fraction are not the same sort.
      for place in start..<at where bytes[place] & 0x5F == 0x45 || bytes[place] == UInt8(ascii: ".") { key.add(1) }
      return true
    default: return value(depth: depth, isCanonical: false)
    }
  }

  // MARK: Values

  /// Goes over a value.
  ///
  /// - Parameter isCanonical: Whether it must be spelled as it would be written, so that equal values are equal bytes.
  private mutating func value(depth: Int, isCanonical: Bool) -> Bool {
    guard at < end, depth < 64 else { return false }
    switch bytes[at] {
    case UInt8(ascii: "\""): return text(isCanonical: isCanonical)
    case UInt8(ascii: "{"):
      if take("{\"#secret\":1}") { return true }
      at += 1
      return take("}") || object(depth: depth, isCanonical: isCanonical)
    case UInt8(ascii: "["):
      at += 1
      if take("]") { return true }
      repeat { guard value(depth: depth + 1, isCanonical: isCanonical) else { return false } } while take(",")
      return take("]")
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    default: return number(isCanonical: isCanonical)
    }
  }

  private mutating func object(depth: Int, isCanonical: Bool) -> Bool {
    var keys: [Range<Int>] = []
    repeat {
      let start = at + 1
      guard take("\""), start < end, bytes[start] != UInt8(ascii: "#"), skipPlainText() else { return false }
      let key = start..<at
      for other in keys where other.count == key.count {
        if zip(other, key).allSatisfy({ bytes[$0] == bytes[$1] }) { return false }
      }
      keys.append(key)
      guard keys.count < 16, take(":"), value(depth: depth + 1, isCanonical: isCanonical) else { return false }
    } while take(",")
    return take("}")
  }

  /// Goes over a text in quotes.
  private mutating func text(isCanonical: Bool) -> Bool {
    guard take("\"") else { return false }
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return true
      case UInt8(ascii: "\\"): guard escape(isCanonical: isCanonical) else { return false }
      case UInt8(ascii: "#") where isCanonical:
        guard bytes[at + 1] != UInt8(ascii: "#") else { return false }
        at += 1
      case 0..<0x20: return false
      case 0x7F... where isCanonical:
        // Ideographs of three bytes stand for themselves; of others a table would have to tell.
        guard (0xE4...0xE9).contains(bytes[at]) else { return false }
        at += 3
      default: at += 1
      }
    }
    return false
  }

  private mutating func escape(isCanonical: Bool) -> Bool {
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
      return true
    default: return false
    }
  }

  /// Goes over a text behind its opening quote that is nothing but printable ASCII and marks beyond it, without escapes.
  private mutating func skipPlainText() -> Bool {
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return true
      case UInt8(ascii: "\\"), 0..<0x20: return false
      default: at += 1
      }
    }
    return false
  }

  private mutating func elapsed() -> Bool {
    let start = at
    return number(isCanonical: true) && at - start <= 10 && bytes[start] != UInt8(ascii: "-")
  }

  private mutating func number(isCanonical: Bool) -> Bool {
    let start = at
    if at < end, bytes[at] == UInt8(ascii: "-") { at += 1 }
    let whole = at
    skipDigits()
    guard at > whole, at - whole <= 15 else { return false }
    if bytes[whole] == UInt8(ascii: "0"), at > whole + 1 || start < whole { return false }
    if isCanonical { return !isFraction }
    if at < end, bytes[at] == UInt8(ascii: ".") {
      let dot = at
      at += 1
      skipDigits()
      guard at > dot + 1 else { return false }
    }
    // An exponent can make a number too large.
    return at >= end || bytes[at] & 0xDF != UInt8(ascii: "E")
  }

  private var isFraction: Bool { at < end && (bytes[at] == UInt8(ascii: ".") || bytes[at] & 0xDF == UInt8(ascii: "E")) }

  private mutating func skipDigits() {
    while at < end, bytes[at] &- UInt8(ascii: "0") < 10 { at += 1 }
  }

  // MARK: Bytes

  private func matches(_ text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= end else { return false }
    let start = text.utf8Start
    for index in 0..<count where bytes[place + index] != start[index] { return false }
    return true
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard matches(text, at: at) else { return false }
    at += text.utf8CodeUnitCount
    return true
  }
}

/// 128 bits for the sort of a line.
struct LineKey: Hashable {
  private(set) var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private(set) var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  mutating func add(_ word: UInt64) {
    first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
    first ^= first >> 32
    second = (second &+ word) &* 0xC4CE_B9FE_1A85_EC53
    second ^= second >> 29
  }

  mutating func add(_ bytes: UnsafePointer<UInt8>, _ count: Int, where isWanted: Bool = true) {
    guard isWanted else { return }
    var rest = count
    var bytes = UnsafeRawPointer(bytes)
    while rest >= 8 {
      add(bytes.loadUnaligned(as: UInt64.self))
      bytes += 8
      rest -= 8
    }
    var last = UInt64(truncatingIfNeeded: count) << 56
    for place in 0..<rest { last |= UInt64(bytes.load(fromByteOffset: place, as: UInt8.self)) << (8 * place) }
    add(last)
  }
}
