/// A mistake in a file of rules, with its place.
package struct RuleProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case unknownKey(String)
    case outsideLayer(String)
    case missing(String, String)
    case repeatedLayer(String)
    case unknownLayer(String)
    case noLayer
    case tooManyWords(limit: Int)
  }

  package var kind: Kind
  package var place: SourceLocation

  /// What is wrong, what was expected, and one thing to do.
  package var sentence: String {
    switch kind {
    case .unknownKey(let key):
      "'\(key)' begins no rule; expected 'layer', 'ends', 'folders', 'uses', 'protocols', 'toolkit', 'skip' or 'allow'"
    case .outsideLayer(let key): "'\(key)' belongs to a layer; write 'layer NAME' above it"
    case .missing(let key, let what): "'\(key)' needs \(what); write it after a blank"
    case .repeatedLayer(let name): "the layer '\(name)' is there already; keep one of them"
    case .unknownLayer(let name): "no layer is called '\(name)'; write 'layer \(name)', or mend the name"
    case .noLayer: "the rules have no layer; '--show-rules' writes some to begin with"
    case .tooManyWords(let limit): "the rules have more than \(limit) words; shorten them"
    }
  }
}
