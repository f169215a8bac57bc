import CYardsticks

/// `benchmark [WORKLOAD…]` prints by hand, engine and ratio, the median of five; `benchmark growth [WORKLOAD…]` prints
/// the engine over three decades; `benchmark once WORKLOAD AMOUNT` runs the engine's part once, for a profiler.
@main
enum Benchmark {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    switch words.first {
    case "growth": printGrowth(workloads(words.dropFirst()))
    case "once": runOnce(Array(words.dropFirst()))
    default: printRatios(workloads(words))
    }
  }

  private static func workloads(_ names: ArraySlice<String>) -> [Workload] {
    names.isEmpty ? Workload.all : Workload.all.filter { names.contains($0.name) }
  }

  private static func printRatios(_ workloads: [Workload]) {
    print(Table.row(["workload", "by hand in C", "in Swift", "engine", "ratio"]))
    print("|---|---|---|---|---|")
    for workload in workloads {
      var byHand: [Double] = []
      var inSwift: [Double] = []
      var onEngine: [Double] = []
      for _ in 0..<5 {
        byHand.append(workload.byHand(workload.amount))
        if let measure = workload.byHandInSwift { inSwift.append(measure(workload.amount)) }
        onEngine.append(workload.onEngine(workload.amount))
      }
      print(
        Table.row([
          workload.name, Table.text(median(byHand), workload.unit),
          inSwift.isEmpty ? "–" : Table.text(median(inSwift), workload.unit),
          Table.text(median(onEngine), workload.unit),
          Table.ratio(byHand: median(byHand), onEngine: median(onEngine), workload.unit),
        ]))
    }
  }

  private static func printGrowth(_ workloads: [Workload]) {
    for workload in workloads {
      let measured = workload.growth.map { amount in
        "\(amount): \(Table.text(median((0..<5).map { _ in workload.onEngine(amount) }), workload.unit))"
      }
      print(Table.row([workload.name] + measured))
    }
  }

  private static func runOnce(_ words: [String]) {
    guard words.count == 2, let workload = Workload.all.first(where: { $0.name == words[0] }),
      let amount = Int(words[1])
    else { return print("usage: benchmark once WORKLOAD AMOUNT") }
    workload.once(amount)
    print("peak \(peak_bytes() / 1024) KiB")
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
