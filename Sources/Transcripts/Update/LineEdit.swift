/// What an update does with a line of a block.
enum LineEdit {
  /// The line stays to the byte; `actual` is the output that it holds for, nil for a `|?` or `|*` line that took none.
  case keep(expectation: Int, actual: Int?)
  /// The line keeps the fields that hold.
  case merge(expectation: Int, actual: Int)
  /// Another line comes in its place.
  case replace(expectation: Int, actual: Int)
  /// Nothing comes in its place.
  case drop(expectation: Int)
  case add(actual: Int)

  /// The line of the block; nil for one that is new.
  var expectation: Int? {
    switch self {
    case .keep(let expectation, _), .merge(let expectation, _), .replace(let expectation, _), .drop(let expectation):
      expectation
    case .add: nil
    }
  }
}
