/// A rectangle of a drawing, in pixels from its upper left corner.
struct Frame: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }

  func moved(_ dx: Int, _ dy: Int) -> Frame { Frame(x: x + dx, y: y + dy, width: width, height: height) }

  func contains(_ other: Frame) -> Bool {
    x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
  }
}
