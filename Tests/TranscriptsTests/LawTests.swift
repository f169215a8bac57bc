import SeededRandom
import Testing
import Traces

@testable import Transcripts

struct LawTests {
  @Test("what was recorded reads, prints to the byte, and holds for its own output", arguments: 0..<300)
  func recording(_ seed: Int) throws {
    var blocks = RandomBlocks(random: SplitMix64(seed: seed))
    let opening = ["opened"] + blocks.output()
    let steps = (0..<blocks.random.below(6)).map { (command: "tap \($0)", output: blocks.output()) }
    let text = Recording.text(machine: "a@b", title: "t", opening: opening, steps: steps)
    let document = try Transcript.parse(text)
    #expect(document.print() == text)
    let runner = ScriptedRunner(outputs: [opening] + steps.map(\.output), hash: "")
    let report = document.replay(path: "f", with: runner)
    #expect(report.exitCode == .agreed)
    #expect(report.updated().text == text)
  }

  @Test("an updated file holds, and its update changes nothing more")
  func update() throws {
    var complete = 0
    var changed = 0
    for seed in 0..<600 {
      var blocks = RandomBlocks(random: SplitMix64(seed: seed))
      var text = "%transcript 1\n%machine a@b\n%case t\n| opened\n"
      var outputs = [["opened"]]
      for step in 0..<1 + blocks.random.below(4) {
        let output = blocks.output()
        text += "> tap \(step)\n" + blocks.block(from: output, binding: "n\(step)")
        outputs.append(blocks.changed(output))
      }
      guard let document = try? Transcript.parse(text) else {
        Issue.record("seed \(seed) does not read:\n\(text)")
        continue
      }
      #expect(document.print() == text)
      let runner = ScriptedRunner(outputs: outputs)
      let update = document.replay(path: "f", with: runner).updated(acceptsLost: true)
      #expect(comments(update.text) == comments(text), "seed \(seed)")
      guard update.isComplete else { continue }
      complete += 1
      changed += update.isChanged ? 1 : 0
      let again = try Transcript.parse(update.text).replay(path: "f", with: runner)
      #expect(again.exitCode == .agreed, "seed \(seed):\n\(text)\n\(outputs)\n\(update.text)")
      let second = again.updated(acceptsLost: true)
      #expect(!second.isChanged && second.text == update.text)
    }
    #expect(complete == 600)
    #expect(changed > 350)
  }

  @Test("the match agrees with trying everything")
  func bruteForce() throws {
    var held = 0
    var random = SplitMix64(seed: 5)
    for _ in 0..<3_000 {
      let marks = (0..<random.below(6)).map { _ in random.pick(OutputMark.allCases) }
      let body = marks.map { mark in
        "\(mark.rawValue) \(mark == .never ? random.pick(["a", "c"]) : random.pick(["a", "b", "<any>"]))\n"
      }.joined()
      let block = try transcript("> x\n" + body + "> y\n| z\n").cases[0].steps[0].block
      let actual = (0..<random.below(6)).map { _ in LineFields(random.pick(["a", "b", "c"])) }
      var aligner = BlockAligner(block, actual, names: NamedValues(), bindings: Bindings())
      let found = try aligner.align().holds
      #expect(found == holdsSomehow(block, block.elements[...], actual[...]), "\(body) \(actual.map(\.text))")
      held += found ? 1 : 0
    }
    #expect(held > 300 && held < 2_500)
  }

  @Test("any text gives a document that prints to the byte, or located problems", arguments: 0..<400)
  func totality(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    var bytes = Array(exampleText.utf8)
    for _ in 0...random.below(5) {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(random.pick(Array("|>%#<\"[]{}\n ".utf8)), at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(21)))
      }
    }
    do throws(TranscriptProblems) {
      let text = String(decoding: bytes, as: UTF8.self)
      let document = try Transcript.parse(text)
      #expect(document.print().utf8.elementsEqual(text.utf8))
      let report = document.replay(path: "f", with: ScriptedRunner(outputs: exampleOutputs))
      _ = FailureText(executable: "s").lines(of: [report])
      _ = report.updated(acceptsLost: true)
    } catch {
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect(!error.problems.isEmpty)
      #expect(error.problems.allSatisfy { (1...lines).contains($0.place.line) && $0.place.column >= 1 })
      #expect(error.problems.allSatisfy { !$0.sentence.isEmpty })
    }
  }

  private func comments(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }
  }

  /// The reference: exponential, and plain.
  private func holdsSomehow(
    _ block: ExpectedBlock, _ elements: ArraySlice<BlockElement>, _ actual: ArraySlice<LineFields>
  ) -> Bool {
    let isForbidden = block.expectations.indices.filter { block.expectations[$0].mark == .never }.contains { index in
      actual.contains { line in
        var bindings = Bindings()
        return LineMatcher(names: NamedValues()).holds(block.expectations[index].pattern, line, &bindings)
      }
    }
    if isForbidden { return false }
    guard let element = elements.first else { return actual.isEmpty }
    let rest = elements.dropFirst()
    func holds(_ index: Int, _ line: LineFields) -> Bool {
      var bindings = Bindings()
      return LineMatcher(names: NamedValues()).holds(block.expectations[index].pattern, line, &bindings)
    }
    let (run, index) = (element.lines, element.lines.lowerBound)
    switch element.mark {
    case .next:
      return actual.first.map { holds(index, $0) } ?? false && holdsSomehow(block, rest, actual.dropFirst())
    case .optional:
      return holdsSomehow(block, rest, actual)
        || (actual.first.map { holds(index, $0) } ?? false && holdsSomehow(block, rest, actual.dropFirst()))
    case .anyNumber:
      return holdsSomehow(block, rest, actual)
        || (actual.first.map { holds(index, $0) } ?? false && holdsSomehow(block, elements, actual.dropFirst()))
    case .oneOf:
      guard let line = actual.first else { return false }
      return run.contains { holds($0, line) } && holdsSomehow(block, rest, actual.dropFirst())
    case .anyOrder:
      guard let line = actual.first else { return false }
      return run.contains { index in
        guard holds(index, line) else { return false }
        let others = run.filter { $0 != index }
        return holdsInAnyOrder(others, actual.dropFirst(), holds) { holdsSomehow(block, rest, $0) }
      }
    case .never: return holdsSomehow(block, rest, actual)
    }
  }

  private func holdsInAnyOrder(
    _ run: [Int], _ actual: ArraySlice<LineFields>, _ holds: (Int, LineFields) -> Bool,
    _ rest: (ArraySlice<LineFields>) -> Bool
  ) -> Bool {
    guard !run.isEmpty else { return rest(actual) }
    guard let line = actual.first else { return false }
    return run.contains { index in
      holds(index, line) && holdsInAnyOrder(run.filter { $0 != index }, actual.dropFirst(), holds, rest)
    }
  }
}
