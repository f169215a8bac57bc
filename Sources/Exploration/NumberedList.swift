/// Distinct elements, numbered from 0 in the order in which they come.
struct NumberedList<Element: Hashable & Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private var numbers: [Element: Int] = [:]

  mutating func number(of element: Element) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = elements.count
    elements.append(element)
    return elements.count - 1
  }
}
