import Statecharts
import Traces

/// Cuts long values out of answers and keeps the last ones, so that a client can fetch the rest.
struct ServeRests {
  /// Bytes of an answer, unless its names alone are longer.
  static let answerLimit = 2_000
  /// How many cut values are kept.
  private static let keptCount = 64

  private var kept: [(number: Int, value: Value)] = []
  private var next = 1

  /// An answer with long values cut, and the list of what was cut, by part, length and handle.
  mutating func fit(_ answer: [Member]) -> [Member] {
    guard Value.record(answer).json.utf8.count > Self.answerLimit else { return answer }
    var fitted = answer
    for budget in [1_800, 1_200, 700, 300] {
      var cutter = Cutter(next: next)
      let members = cutter.fit(answer, in: budget, at: "")
      let list = cutter.cuts.map { cut -> Value in
        ["part": .string(cut.part), "length": .int(cut.length), "more": .string("~\(cut.number)")]
      }
      fitted = members + (list.isEmpty ? [] : [Member("cut", .list(list))])
      guard Value.record(fitted).json.utf8.count <= Self.answerLimit || budget == 300 else { continue }
      kept += cutter.cuts.map { ($0.number, $0.value) }
      kept.removeFirst(max(0, kept.count - Self.keptCount))
      next = cutter.next
      break
    }
    return fitted
  }

  /// A part of a value that was cut, from a byte, an element or a member on.
  func part(of handle: String, from start: Int) throws(ServeError) -> [Member] {
    guard let entry = kept.first(where: { Name("~\($0.number)") == handle }) else {
      throw ServeError(
        code: "E1406", place: ServePlace(in: "more"),
        message: "the request names no rest of an answer, or too many came after it", help: ["state more"])
    }
    let length = entry.value.length
    let start = min(start, length)
    var end = start
    let part: Value
    switch entry.value {
    case .string(let text):
      end = text.utf8.scalarEnd(from: start, atMost: Self.answerLimit * 3 / 4)
      part = .string(String(decoding: Array(text.utf8)[start..<end], as: UTF8.self))
    case .list(let values):
      end = start + Cutter.fitting(values[start...].map(\.json.utf8.count), in: Self.answerLimit * 3 / 4)
      part = .list(Array(values[start..<end]))
    case .record(let members):
      end = start + Cutter.fitting(members[start...].map(\.jsonSize), in: Self.answerLimit * 3 / 4)
      part = .record(Array(members[start..<end]))
    default: part = entry.value
    }
    return [
      Member("more", .string(handle)), Member("from", .int(start)), Member("length", .int(length)),
      Member("part", part), Member("next", end < length ? .int(end) : .null),
    ]
  }
}

extension Value {
  /// Bytes, elements or members.
  fileprivate var length: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .list(let values): values.count
    case .record(let members): members.count
    default: 1
    }
  }
}

extension Member {
  /// With its quotes, colon and comma.
  fileprivate var jsonSize: Int { name.text.utf8.count + value.json.utf8.count + 4 }
}

private struct Cutter {
  struct Cut {
    let part: String
    let length: Int
    let number: Int
    let value: Value
  }

  /// The records whose members a reader may lack; of the others each member is of a fixed form.
  private static let openRecords = ["fields", "set", "phase", "to"]
  private static let leastText = 40

  private(set) var next: Int
  private(set) var cuts: [Cut] = []

  private mutating func fit(_ value: Value, in budget: Int, at part: String) -> Value {
    guard value.json.utf8.count > budget else { return value }
    switch value {
    case .string(let text):
      guard text.utf8.count > Self.leastText else { return value }
      note(value, at: part)
      let end = text.utf8.scalarEnd(from: 0, atMost: max(Self.leastText, budget - 8))
      return .string(String(decoding: text.utf8.prefix(end), as: UTF8.self) + "…")
    case .list(let values): return fit(values, in: budget, at: part)
    case .record(let members):
      let key = part.utf8.split(separator: UInt8(ascii: ".")).last.map { Substring($0) } ?? ""
      let isOpen = Self.openRecords.contains { Name($0) == String(key) }
      return .record(isOpen ? fitOpen(members, in: budget, at: part) : fit(members, in: budget, at: part))
    case .enumeration, .signal:
      note(.string(value.json), at: part)
      return .string(String(value.json.prefix(max(Self.leastText, budget - 8))) + "…")
    case .null, .bool, .int, .double, .secret, .reference, .weak: return value
    }
  }

  /// How many of the first sizes fit; at least one.
  static func fitting(_ sizes: [Int], in budget: Int) -> Int {
    var (sum, count) = (0, 0)
    for size in sizes {
      sum += size + 1
      if sum > budget, count > 0 { break }
      count += 1
    }
    return count
  }

  private mutating func fit(_ values: [Value], in budget: Int, at part: String) -> Value {
    let count = Self.fitting(values.map(\.json.utf8.count), in: budget)
    if count < values.count { note(.list(values), at: part) }
    guard count == 1 else { return .list(Array(values.prefix(count))) }
    return .list([fit(values[0], in: budget - 2, at: "\(part)[0]")])
  }

  private mutating func fitOpen(_ members: [Member], in budget: Int, at part: String) -> [Member] {
    let count = Self.fitting(members.map(\.jsonSize), in: budget)
    if count < members.count { note(.record(members), at: part) }
    return fit(Array(members.prefix(count)), in: budget, at: part)
  }

  /// Small members stay whole; large ones share what is left.
  mutating func fit(_ members: [Member], in budget: Int, at part: String) -> [Member] {
    var left = budget - members.reduce(2) { $0 + $1.name.text.utf8.count + 4 }
    var sizes = members.map(\.value.json.utf8.count).enumerated().sorted { $0.element < $1.element }[...]
    var shares = [Int](repeating: 0, count: members.count)
    while let smallest = sizes.popFirst() {
      let share = max(8, left / (sizes.count + 1))
      shares[smallest.offset] = min(smallest.element, share)
      left -= shares[smallest.offset]
    }
    return zip(members, shares).map { member, share in
      let inner = part.isEmpty ? member.name.text : "\(part).\(member.name.text)"
      return Member(member.name, fit(member.value, in: share, at: inner))
    }
  }

  private mutating func note(_ value: Value, at part: String) {
    cuts.append(Cut(part: part, length: value.length, number: next, value: value))
    next += 1
  }
}

extension String.UTF8View {
  /// The last end of a scalar that is at most so many bytes behind the start, but behind it.
  fileprivate func scalarEnd(from start: Int, atMost count: Int) -> Int {
    let bytes = Array(self)
    var end = Swift.min(bytes.count, start + count)
    while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
