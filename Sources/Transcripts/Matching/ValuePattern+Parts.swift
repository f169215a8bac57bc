import Traces
import Turns

extension ValuePattern {
  /// The elements of a list, written out or with patterns inside.
  var elements: (parts: [ValuePattern], isPartial: Bool)? {
    switch self {
    case .list(let elements, let isPartial): (elements, isPartial)
    case .value(.list(let values)): (values.map(ValuePattern.value), false)
    case .value, .record, .enumeration, .folded, .named, .marker: nil
    }
  }

  /// The members of a record.
  var members: (parts: [MemberPattern], isPartial: Bool)? {
    switch self {
    case .record(let members, let isPartial): (members, isPartial)
    case .value(.record(let members)): (members.map(MemberPattern.init), false)
    case .value, .list, .enumeration, .folded, .named, .marker: nil
    }
  }

  /// The name and the associated values of an enumeration's case.
  var payload: (name: String, members: [MemberPattern])? {
    switch self {
    case .enumeration(let name, let members): (name, members)
    case .value(.enumeration(let name, let members)): (name, members.map(MemberPattern.init))
    case .value, .list, .record, .folded, .named, .marker: nil
    }
  }
}

extension MemberPattern {
  fileprivate init(_ member: Member) { self.init(member.name, .value(member.value)) }
}
