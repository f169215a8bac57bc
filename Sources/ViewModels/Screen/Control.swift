/// Something that the user can use or read.
package struct Control: Sendable {
  enum Kind: Sendable {
    /// A text field over a field. With an edit subject, the text is the view's own and each edit is told by the subject;
    /// without one, an edit assigns the field.
    case text(Bound, edited: String?, isSecure: Bool)
    case button(input: String, enabled: Bound?)
    case label(Bound)
    /// A mark that is seen while its field is true.
    case badge(Bound)
    /// What loads more when it is pulled.
    case refresh(input: String, isRefreshing: Bound?, isHidden: Bound?)
    /// How far a list is scrolled; it is used with the new offset.
    case scroll(input: String, Bound)
    /// Pictures, each of which can be tapped; its input is given the picture's index.
    case banner(input: String, Bound, isHidden: Bound?)
    /// Rows that are view models; the input, if any, is given the index of the row that was tapped.
    case list(Bound, select: String?, [Control])
  }

  package let name: String
  package let label: String
  let kind: Kind
  /// What a tap of it has to give its input; nil where the input is given a place, or none is called.
  var takes: Shape?
}

/// A field of the instance at a path, seen from the view model whose screen it is on.
public struct Bound: Hashable, Sendable {
  var path = ""
  var field: String
}
