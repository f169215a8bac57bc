/// What the outside does in a search that somebody declared under a name, because the search of it ends.
package struct SearchDomain: Sendable {
  package let name: String
  /// Options of a search, as one types them: `--between 1 --rows first`.
  package let options: String
}
