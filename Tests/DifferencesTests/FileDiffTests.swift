import Differences
import SeededRandom
import Testing
import Traces
import Turns

/// Comparing trace files line by line finds what comparing the traces finds that they decode to.
@Suite("the difference of trace files")
struct FileDiffTests {
  private func files(_ a: String, _ b: String, truncated: Bool = true) -> TraceDifference? {
    Array(a.utf8).withUnsafeBufferPointer { a in
      Array(b.utf8).withUnsafeBufferPointer { TraceDifference(files: a, $0, allowsTruncation: truncated) }
    }
  }

  private func read(_ a: String, _ b: String, truncated: Bool = true) throws -> TraceDifference {
    TraceDifference(
      from: try TraceFile.decode(Array(a.utf8), allowsTruncation: truncated),
      to: try TraceFile.decode(Array(b.utf8), allowsTruncation: truncated))
  }

  /// Everything that a report may show of a difference.
  private func report(_ difference: TraceDifference) -> [String] {
    DifferencePrinter().lines(difference) + DifferencePrinter().causes([difference]) + DifferenceJSON.lines(difference)
  }

  @Test("of random runs", arguments: 0..<8)
  func random(part: UInt64) throws {
    for seed in part * 100..<part * 100 + 100 {
      let (a, b) = RandomRuns(seed: seed).pair()
      let texts = (TraceFile.encode(a), TraceFile.encode(b))
      let found = try #require(files(texts.0, texts.1, truncated: false), "seed \(seed)")
      #expect(report(found) == report(try read(texts.0, texts.1, truncated: false)), "seed \(seed)")
    }
  }

  /// Lines whose folding depends on what came before: rows within lists, fields that no header has, secrets, chains.
  private static let special = [
    ##"{"by":"user","event":"tap","on":"b0","set":{"items":[[{"n":1},{"n":2}]]}}"##,
    ##"{"by":"user","event":"tap","on":"b0","set":{"items[1].n":[3]}}"##,
    ##"{"by":"user","event":"tap","on":"b0","dt":5,"set":{"items[1].n":[2,4],"late":[1]}}"##,
    ##"{"by":"delay","event":"d","dt":7,"set":{"f0":[1,2]},"to":{"r":["s1","s0"]}}"##,
    ##"{"by":"delay","event":"d","set":{"f0":[2]},"outputs":[{"o1":{"k":1}},{"push":"p1"}]}"##,
    ##"{"by":"user","event":"set","on":"p","value":"密码#1","set":{"f1":[{"#secret":1}],"f0":[3]}}"##,
    ##"{"by":"user","event":"set","on":"p","value":"\##u{1F600}","set":{"f1":[{"#secret":1}]}}"##,
    ##"{"by":"user","event":"set","on":"p","value":1.5,"set":{"f0":[1.5]}}"##,
    ##"{"by":"user","event":"set","on":"p","value":"\u0061","set":{"f0":[4]}}"##,
    ##"{"by":"user","event":"set","on":"p","value":"a", "set":{"f0":[4]}}"##,
    ##"{"by":"user","event":"set","on":"p","value":"a","set":{"f0":[4]}}"##,
    ##"{"by":"user","event":"set","on":"p","held":true,"set":{"new":[4]}}"##,
    ##"{"by":"open","event":"open","to":{"r":["s0"]}}"##,
    ##"{"by":"reply","event":"ok","on":"q","value":{"n":1},"requests":[{"end":"q"}]}"##,
    ##"{"by":"reply","event":"fail","on":"q","requests":[{"end":"q","outcome":"ok"},{"start":"q'2","input":"x"}]}"##,
    ##"{"by":"timer","event":"t","timers":[{"fired":"t"},{"start":"t","ms":5}],"logged":["x",{"y":1}]}"##,
    ##"{"by":"user","event":"tap","on":"b1","refused":"not now"}"##,
    ##"{"by":"user","event":"tap","on":"b1","broken":["a law"],"notified":[{"f0":{"new":1}}]}"##,
    ##"{"by":"user","event":"tap","on":"b1","notified":[{"items[1].n":{"new":1}}]}"##,
    ##"{"by":"user","event":"tap","on":"b0","set":{"items":[[{"n":2},{"n":1}]]}}"##,
    ##"{"by":"user","event":"tap","on":"b0","set":{"items":[[{"n":2}],[{"n":1},{"n":2}]],"f0":[7]}}"##,
    ##"{"by":"delay","event":"d","set":{"signal":[{"#signal":"s","captures":[{"#secret":1}]}],"empty":[]}}"##,
  ]
  /// Lines that are wrong, each in its own way.
  private static let wrong = [
    ##"{"by":"user","event":"tap","on":"b0","set":{"f0":[1],"f0":[2]}}"##,
    ##"{"by":"user","event":"tap","on":"b0","dt":-100000,"set":{"f0":[1]}}"##,
    ##"{"by":"user","event":"tap","on":"b0","set":{"f0":[{"a":1,"a":2}]}}"##,
    ##"{"by":"user","event":"tap","on":"b0","outputs":[{"alert":["a","b"]}]}"##,
    ##"{"by":"user","event":"tap","on":"b0","outputs":[{"o":01}]}"##,
    ##"{"by":"user","event":"tap","on":"b0","nothing":1}"##,
    ##"{"by":"nobody","event":"tap"}"##,
    ##"{"by":"reply","event":"odd","on":"q","requests":[{"end":"q"}]}"##,
    ##"{"by":"user","event":"tap","to":{"r":[1]}}"##,
    ##"{"end":true,"phase":{},"ms":0,"lines":1,"fingerprint":"00"}"##,
    ##"{"by":"user","event":"tap","dt":9223372036854775807}"##,
    "{\"by\":\"user\",\"event\":\"tap\"}\r",
    ##"{"trace":1,"machine":"m","definition":"","case":"","phase":{},"fields":{}}"##,
    "",
  ]

  /// A stored run without its end, with lines put in that are written by hand, and another that differs in a few lines.
  private func pair(_ seed: UInt64, _ count: Int, wrong: Bool) -> (String, String) {
    var random = SplitMix64(seed: seed)
    var lines = TraceFile.encode(RandomRuns(seed: seed).run(of: count)).split(separator: "\n").map(String.init)
    lines.removeLast()
    for _ in 0..<count / 4 {
      let place = Int.random(in: 1...lines.count, using: &random)
      lines.insert(Self.special.randomElement(using: &random)!, at: place)
    }
    var others = lines
    for _ in 0..<Int.random(in: 0...4, using: &random) where others.count > 2 {
      let place = Int.random(in: 1..<others.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: others.remove(at: place)
      case 1: others.insert(others[place], at: place)
      case 2: others[place] = Self.special.randomElement(using: &random)!
      case 3: others.swapAt(place, others.count - 1)
      case 4: others.insert(others.remove(at: place), at: Int.random(in: 1..<others.count, using: &random))
      default: others.insert(Self.special.randomElement(using: &random)!, at: place)
      }
    }
    if wrong {
      let line = Self.wrong.randomElement(using: &random)!
      let place = Int.random(in: 1..<min(lines.count, others.count), using: &random)
      if Bool.random(using: &random) { lines.insert(line, at: place) }
      others.insert(line, at: place)
    }
    return (lines.joined(separator: "\n") + "\n", others.joined(separator: "\n") + "\n")
  }

  @Test("of runs with rows, secrets, fields that appear late, and lines in another spelling", arguments: 0..<8)
  func spellings(part: UInt64) throws {
    for seed in part * 40..<part * 40 + 40 {
      var (a, b) = pair(seed, 20 + Int(seed % 40), wrong: false)
      if seed % 5 == 0 {
        b = b.replacingFirst("\"random\"", by: "\"other\"").replacingFirst("\"f0\":0", by: "\"f0\":1")
      }
      if seed % 7 == 0 { b = String(b.dropLast(Int(seed % 90))) }
      if seed % 2 == 0 { swap(&a, &b) }
      let reference = try read(a, b)
      let found = try #require(files(a, b), "seed \(seed)")
      #expect(report(found) == report(reference), "seed \(seed)")
    }
  }

  @Test("a trace with a wrong line is left to the decoder, which reports what is wrong and where")
  func wrongLines() {
    var refused = 0
    for seed in UInt64(0)..<200 {
      let (a, b) = pair(seed, 16, wrong: true)
      let reference = try? read(a, b)
      let found = files(a, b)
      if reference == nil { refused += 1 }
      // The largest time is right by itself.
      #expect(found == nil || found.map(report) == reference.map(report), "seed \(seed)")
    }
    #expect(refused > 150)
  }

  @Test("a truncated trace, a torn line and a changed byte are told as the reader tells them")
  func ends() throws {
    let a = TraceFile.encode(RandomRuns(seed: 4).run(of: 12))
    let cut = String(a.dropLast(a.count / 3))
    #expect(files(a, cut, truncated: false) == nil)
    #expect(try files(a, cut).map(report) == report(read(a, cut)))
    #expect(files(a, a + a, truncated: true) == nil)
    #expect(files("", a) == nil && files(a, "x\n") == nil)
    #expect(try files(a, a).map(report) == report(read(a, a)))
    #expect(files(a, a + "{") == nil && files(a + "\n", a) == nil)
    #expect(files(a.replacingFirst("\n", by: "\r\n"), a) == nil)
    let header = String(a.prefix { $0 != "\n" }) + "\n"
    #expect(try files(header, cut + "{").map(report) == report(read(header, cut + "{")))
    #expect(files(header, header, truncated: false) == nil)
    let changed = a.replacingFirst("\"tap\"", by: "\"top\"")
    #expect(changed != a && files(a, changed) == nil)
  }

  @Test("of long runs that differ in a few places, without reading what is equal")
  func long() throws {
    var lines = TraceFile.encode(RandomRuns(seed: 9).run(of: 0)).split(separator: "\n").map(String.init).dropLast()
    for step in 0..<4_000 {
      lines.append(#"{"by":"user","event":"set","on":"f0","value":\#(step % 50),"set":{"f0":[\#(step % 50)]}}"#)
      lines.append(#"{"by":"reply","event":"ok","on":"q","dt":3,"outputs":[{"o":\#(step)}],"requests":[{"end":"q"}]}"#)
    }
    var others = lines
    for place in stride(from: 501, to: 8_000, by: 1_000) { others[place] = lines[place + 2] }
    others.insert(#"{"by":"user","event":"tap","on":"b","outputs":[{"o":1}]}"#, at: 4_000)
    let (a, b) = (lines.joined(separator: "\n") + "\n", others.joined(separator: "\n") + "\n")
    let found = try #require(files(a, b))
    #expect(report(found) == report(try read(a, b)))
    // One more output among four thousand is counted over the whole runs.
    #expect(found.tallies.contains { $0.subject.name == "o" && $0.counts == Sides(a: 4_000, b: 4_001) })
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, by other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
