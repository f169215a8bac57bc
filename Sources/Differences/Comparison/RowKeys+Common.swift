import Traces
import Turns

extension RowKeys {
  /// What two machines declare of their rows; where they do not declare the same, rows go by their places.
  package init(commonTo declared: Sides<[String: String]>) {
    self.init()
    for (list, member) in declared.a where declared.b[list].map({ $0.hasBytes(of: member) }) ?? false {
      self.declared[ExactString(list)] = member
    }
  }
}

extension Reaction.Subject {
  /// Whether it is a field, in whose lists rows can have keys.
  var isOfField: Bool { kind == .field || kind == .notify }
}
