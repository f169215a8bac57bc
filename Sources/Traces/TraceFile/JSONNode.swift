/// A parsed JSON value that knows where it stood.
struct JSONNode: Sendable {
  indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONNode])
    case object([(key: String, node: JSONNode)])
  }

  var content: Content
  /// How many bytes stood before it.
  var offset: Int
}
