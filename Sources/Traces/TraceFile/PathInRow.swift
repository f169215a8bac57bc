import Turns

/// A path inside a row, split: `goods.items[3].images[0].url` is the list `goods.items` and four steps.
///
/// A row outside its list (`detached items[#3238].total`) has no such path.
package struct PathInRow {
  enum Step: Hashable {
    case index(Int)
    case member(String)
  }

  package let list: String
  let steps: [Step]

  package init?(_ path: String) {
    guard !path.isDetached, let open = path.utf8.firstIndex(of: UInt8(ascii: "[")) else {
      return nil
    }
    list = String(path[..<open])
    var steps: [Step] = []
    var rest = path[open...]
    while let first = rest.utf8.first {
      if first == UInt8(ascii: "[") {
        guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "]")),
          let index = Int(rest[rest.utf8.index(after: rest.startIndex)..<close])
        else { return nil }
        steps.append(.index(index))
        rest = rest[rest.utf8.index(after: close)...]
      } else {
        guard first == UInt8(ascii: ".") else { return nil }
        rest = rest.dropFirst()
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? rest.endIndex
        steps.append(.member(String(rest[..<end])))
        rest = rest[end...]
      }
    }
    self.steps = steps
  }
}

extension String {
  var isDetached: Bool { utf8.starts(with: "detached ".utf8) }
}

extension Value {
  func part(at steps: some Collection<PathInRow.Step>) -> Value? {
    guard let step = steps.first else { return self }
    switch (self, step) {
    case (.list(let values), .index(let index)):
      return values.indices.contains(index) ? values[index].part(at: steps.dropFirst()) : nil
    case (.record(let members), .member(let name)):
      return members.first { $0.name == name }?.value.part(at: steps.dropFirst())
    default: return nil
    }
  }

  /// Returns the value unchanged if there is no such place.
  func setting(_ value: Value, at steps: some Collection<PathInRow.Step>) -> Value {
    guard let step = steps.first else { return value }
    switch (self, step) {
    case (.list(var values), .index(let index)):
      guard values.indices.contains(index) else { return self }
      values[index] = values[index].setting(value, at: steps.dropFirst())
      return .list(values)
    case (.record(var members), .member(let name)):
      guard let place = members.firstIndex(where: { $0.name == name }) else { return self }
      members[place].value = members[place].value.setting(value, at: steps.dropFirst())
      return .record(members)
    default: return self
    }
  }
}
