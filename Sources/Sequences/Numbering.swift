/// Gives equal elements equal numbers, counting from 0.
@usableFromInline
package struct Numbering<Element: Hashable> {
  @usableFromInline var numbers: [Element: Int32] = [:]

  @inlinable
  package init() {}

  @inlinable package var count: Int { numbers.count }

  @inlinable
  package mutating func number(of element: Element) -> Int32 {
    if let known = numbers[element] { return known }
    let new = Int32(numbers.count)
    numbers[element] = new
    return new
  }
}
