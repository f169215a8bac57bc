import SeededRandom
import Testing

@testable import Statecharts

/// The agenda is a list ordered by due time and insertion, however it is kept.
struct AgendaTests {
  private func work(_ due: Int, _ number: Int) -> Work {
    if number.isMultiple(of: 5) {
      return Work(EventID(number: Int32(number)), named: "\(number)", for: InstanceID(number % 7), due: due)
    }
    return Work(
      due: due, source: .delay, name: "\(number)",
      target: number.isMultiple(of: 3)
        ? .elapsed(InstanceID(number % 7), transition: 0) : .call(HandlerValue("h"), .null))
  }

  @Test("few or many, near or far: the same order as a sorted list", arguments: 0..<24)
  func order(seed: Int) {
    var random = SplitMix64(seed: seed)
    let spans = [1, 3, 60, 1_000, 5_000_000, 1 << 50]
    var agenda = Agenda()
    var list: [Work] = []
    var now = [0, 1_000, Int.max >> 1].randomElement(using: &random)!
    for number in 0..<600 {
      let takes = number > 300 ? 6 : 3
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<takes where !list.isEmpty:
        let work = list.removeFirst()
        now = max(now, work.due)
        if number.isMultiple(of: 2), let (event, id, due) = agenda.popEvent() {
          #expect(("\(event.number)", id, due) == (work.name, work.target.instance, work.due))
        } else {
          let piece = agenda.popFirst()
          #expect((piece?.name, piece?.due) == (work.name, work.due))
        }
      case 9 where !list.isEmpty && Bool.random(using: &random):
        let index = list.indices.randomElement(using: &random)!
        let work = list.remove(at: index)
        #expect(agenda.remove(at: index).name == work.name)
        now = max(now, work.due)
      case 8 where number.isMultiple(of: 5):
        let digit = "\(number % 10)"
        let before = list.count
        list.removeAll { $0.name.text.hasSuffix(digit) }
        #expect(agenda.removeAll { $0.name.text.hasSuffix(digit) } == (list.count != before))
      default:
        let work = work(now + Int.random(in: 0...spans.randomElement(using: &random)!, using: &random), number)
        agenda.insert(work, at: now)
        list.insert(work, at: list.firstIndex { $0.due > work.due } ?? list.endIndex)
      }
      #expect(agenda.count == list.count)
      #expect(agenda.nextDue == list.first?.due)
      if number.isMultiple(of: 7) {
        now += Int.random(in: 0...3, using: &random) * Int.random(in: 0...spans[number % 5], using: &random)
        let due = list.first.flatMap { $0.due <= now ? $0.due : nil }
        #expect(agenda.nextDue(upTo: now) == due)
      }
      if number.isMultiple(of: 16) { #expect(agenda.ordered.map(\.name) == list.map(\.name)) }
      let targets = Set(list.compactMap(\.target.instance?.index))
      #expect((0..<7).allSatisfy { agenda.mayTarget(InstanceID($0)) || !targets.contains($0) })
    }
    #expect(Agenda(list, at: now).ordered.map(\.name) == list.map(\.name))
  }

  private struct World {
    var agenda = Agenda()
    var list: [Work] = []
    var now = 0

    mutating func insert(_ work: Work) {
      agenda.insert(work, at: now)
      list.insert(work, at: list.firstIndex { $0.due > work.due } ?? list.endIndex)
    }

    mutating func take() {
      guard let work = list.first else { return }
      list.removeFirst()
      now = max(now, work.due)
      if let (event, _, due) = agenda.popEvent() {
        #expect(("\(event.number)", due) == (work.name, work.due))
      } else {
        #expect(agenda.popFirst()?.name == work.name)
      }
    }

    mutating func drop(_ digit: String) {
      list.removeAll { $0.name.text.hasSuffix(digit) }
      _ = agenda.removeAll { $0.name.text.hasSuffix(digit) }
    }

    /// Lets time pass, up to the first piece at most.
    mutating func pass(_ time: Int) {
      now = list.first.map { max(now, min($0.due, now + time)) } ?? now + time
      #expect(agenda.nextDue(upTo: now) == list.first.flatMap { $0.due <= now ? $0.due : nil })
    }

    var isTrue: Bool { agenda.nextDue == list.first?.due && agenda.ordered.map(\.name) == list.map(\.name) }
  }

  @Test("copies do not influence each other, whatever is done to them in between", arguments: 0..<8)
  func copies(seed: Int) {
    var random = SplitMix64(seed: seed)
    var worlds = [World()]
    for step in 0..<200 {
      let index = worlds.indices.randomElement(using: &random)!
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        for number in 0..<12 {
          let due = worlds[index].now + Int.random(in: 0...4_000, using: &random)
          worlds[index].insert(work(due, step * 12 + number))
        }
      case 4..<6: for _ in 0..<12 { worlds[index].take() }
      case 6: worlds[index].drop("\(step % 10)")
      case 7: worlds[index].pass(Int.random(in: 0..<3_000, using: &random))
      default: if worlds.count < 5 { worlds.append(worlds[index]) } else { worlds[(index + 1) % 5] = worlds[index] }
      }
      #expect(worlds.allSatisfy { $0.isTrue }, "step \(step)")
    }
  }
}
