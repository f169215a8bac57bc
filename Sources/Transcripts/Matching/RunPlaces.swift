/// A bipartite matching of a run of `|&` lines with lines in a part of the output.
///
/// Equal lines share a class, so a run without matchers has linear cost. Moving the part keeps matches.
struct RunPlaces {
  private let expected: [Int]
  private let found: [Int]
  /// The output classes that each run class can match.
  private let candidates: [[Int]]
  /// How many lines of the part each output class has; `owners` has the run classes that use them.
  private var room: [Int]
  private var owners: [[Int]]
  private var open: [Int]
  private(set) var part: Range<Int>
  private(set) var steps = 0

  init(expected: [Int], found: [Int], candidates: [[Int]]) {
    self.expected = expected
    self.found = found
    self.candidates = candidates
    let count = (found.max() ?? -1) + 1
    room = Array(repeating: 0, count: count)
    owners = Array(repeating: [], count: count)
    open = expected.reversed()
    part = found.count..<found.count
  }

  /// The part may only move towards the start.
  mutating func move(to next: Range<Int>) {
    for line in max(next.upperBound, part.lowerBound)..<part.upperBound {
      room[found[line]] -= 1
      if owners[found[line]].count > room[found[line]], let owner = owners[found[line]].popLast() { open.append(owner) }
    }
    for line in next.lowerBound..<min(next.upperBound, part.lowerBound) { room[found[line]] += 1 }
    steps += part.lowerBound - next.lowerBound + 1
    part = next
  }

  mutating func fill() -> Bool {
    while let next = open.last {
      guard place(next) else { return false }
      open.removeLast()
    }
    return true
  }

  mutating func fillMost() {
    open = open.reversed().filter { !place($0) }
  }

  /// Lines that bind names get, in order, the earliest possible output lines.
  mutating func pairs(binders: [Int]) -> [(left: Int, right: Int)] {
    var forced: [Int: Int] = [:]
    var taken: Set<Int> = []
    for binder in binders {
      let fitting = Set(candidates[expected[binder]])
      for line in part where !taken.contains(line) && fitting.contains(found[line]) {
        var trial = self
        guard trial.force(expected[binder], to: found[line]) else { continue }
        self = trial
        forced[binder] = line
        taken.insert(line)
        break
      }
    }
    var members: [Int: [Int]] = [:]
    for left in expected.indices.reversed() where forced[left] == nil {
      members[expected[left], default: []].append(left)
    }
    for place in owners.indices { owners[place].sort(by: >) }
    var pairs = forced.map { (left: $0.key, right: $0.value) }
    for line in part where !taken.contains(line) {
      if let owner = owners[found[line]].popLast(), let left = members[owner]?.popLast() { pairs.append((left, line)) }
    }
    return pairs.sorted { $0.right < $1.right }
  }

  /// Fixes one match if the others can still be matched.
  private mutating func force(_ left: Int, to right: Int) -> Bool {
    guard let own = owners[right].contains(left) ? right : owners.firstIndex(where: { $0.contains(left) }) else {
      return false
    }
    owners[own].remove(left)
    room[right] -= 1
    guard owners[right].count > room[right], let displaced = owners[right].popLast() else { return true }
    return place(displaced)
  }

  /// Finds a shortest augmenting path, breadth first.
  private mutating func place(_ start: Int) -> Bool {
    if let free = candidates[start].first(where: { owners[$0].count < room[$0] }) {
      owners[free].append(start)
      return true
    }
    var left = [start]
    var cameFrom: [Int: Int] = [:]
    var leads: [Int: Int] = [:]
    var head = 0
    while head < left.count {
      let current = left[head]
      head += 1
      steps += candidates[current].count
      for right in candidates[current] where cameFrom[right] == nil && room[right] > 0 {
        cameFrom[right] = current
        guard owners[right].count == room[right] else {
          follow(back: right, from: start, cameFrom, leads)
          return true
        }
        for owner in owners[right] where owner != start && leads[owner] == nil {
          leads[owner] = right
          left.append(owner)
        }
      }
    }
    return false
  }

  private mutating func follow(back end: Int, from start: Int, _ cameFrom: [Int: Int], _ leads: [Int: Int]) {
    var right = end
    while let left = cameFrom[right] {
      owners[right].append(left)
      guard left != start, let before = leads[left] else { return }
      owners[before].remove(left)
      right = before
    }
  }
}

extension [Int] {
  fileprivate mutating func remove(_ element: Int) {
    if let index = lastIndex(of: element) {
      swapAt(index, count - 1)
      removeLast()
    }
  }
}
