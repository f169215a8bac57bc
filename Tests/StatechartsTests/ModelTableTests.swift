import SeededRandom
import Testing

@testable import Statecharts

/// Models are values: what happens to one table is not seen in its copies. Each knows when it changed last.
struct ModelTableTests {
  private struct Entry {
    var chart: ChartState
    var value: [Int]
    var changed: Revision
  }

  private struct Tables {
    var table = ModelTable()
    var entries: [Entry] = []

    mutating func add(_ value: [Int], of template: Int) {
      var chart = ChartState()
      chart.template = Int16(template)
      chart.row = table.add(InitialModel([Int]()), of: template)
      let changed = Revision.first()
      table.address(template, chart.row, changed).assumingMemoryBound(to: [Int].self).pointee = value
      entries.append(Entry(chart: chart, value: value, changed: changed))
    }

    mutating func set(_ index: Int, to value: [Int]) {
      let chart = entries[index].chart
      let changed = Revision.first()
      table.address(Int(chart.template), chart.row, changed).assumingMemoryBound(to: [Int].self).pointee = value
      entries[index].value = value
      entries[index].changed = changed
    }

    mutating func remove(_ index: Int) { table.remove(entries.remove(at: index).chart) }

    var isTrue: Bool {
      entries.allSatisfy { entry in
        table.location(Int(entry.chart.template), entry.chart.row).assumingMemoryBound(to: [Int].self).pointee
          == entry.value && table.revision(Int(entry.chart.template), entry.chart.row) == entry.changed
      }
    }
  }

  @Test("added, set, removed and copied in any order, each table holds its own", arguments: 0..<16)
  func walk(seed: Int) {
    var random = SplitMix64(seed: seed)
    var worlds = [Tables()]
    for step in 0..<400 {
      let world = worlds.indices.randomElement(using: &random)!
      let index = worlds[world].entries.indices.randomElement(using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: worlds[world].add([step], of: Int.random(in: 0..<3, using: &random))
      case 5..<7: if let index { worlds[world].set(index, to: [step, step]) }
      case 7..<9: if let index { worlds[world].remove(index) }
      default: if worlds.count < 6 { worlds.append(worlds[world]) } else { worlds[(world + 1) % 6] = worlds[world] }
      }
      #expect(worlds.allSatisfy { $0.isTrue })
    }
  }

  @Test("a copy of a model in another table stands for itself")
  func copies() {
    var first = Tables()
    first.add([1], of: 2)
    var chart = first.entries[0].chart
    var second = ModelTable()
    chart.row = second.add(chart, of: first.table)
    first.set(0, to: [2])
    #expect(second.location(2, chart.row).assumingMemoryBound(to: [Int].self).pointee == [1])
    #expect(first.isTrue)
  }
}
