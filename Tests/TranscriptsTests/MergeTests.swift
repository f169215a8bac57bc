import SeededRandom
import Testing

@testable import Transcripts

struct MergeTests {
  private static let head = "%transcript 1\n%machine login@fixed 000000000000\n"
  private static let one =
    "# first\n%case one\n| login idle\n> set name \"a\"\n| name \"\" -> \"a\"\n> tap login\n| refused login: no\n"
  private static let two = "%case two\n| login idle\n> settle\n"
  private static let base = head + one + "\n" + two

  private func merge(_ ours: String, _ theirs: String, base: String = base) -> TranscriptMerge {
    TranscriptMerge(base: base, ours: ours, theirs: theirs)
  }

  @Test("blocks that different sides changed are merged, although they stand side by side")
  func blocks() {
    let ours = Self.base.replacing("-> \"a\"", with: "-> \"A\"")
    let theirs = Self.base.replacing(": no", with: ": yes").replacing("> settle\n", with: "> settle\n| login busy\n")
    let merged = merge(ours, theirs)
    #expect(merged.conflictCount == 0)
    #expect(
      merged.text == ours.replacing(": no", with: ": yes").replacing("> settle\n", with: "> settle\n| login busy\n"))
  }

  @Test("cases that both sides added at one place are both there, ours first")
  func added() {
    let ours = Self.base + "\n%case ours\n| a\n"
    let theirs = Self.base + "\n# theirs\n%case theirs\n| b\n"
    let merged = merge(ours, theirs)
    #expect(merged.conflictCount == 0)
    #expect(merged.text == Self.base + "\n%case ours\n| a\n\n# theirs\n%case theirs\n| b\n")
  }

  @Test("a block that both sides changed stands between markers, and nothing else does")
  func conflict() {
    let merged = merge(Self.base.replacing(": no", with: ": never"), Self.base.replacing(": no", with: ": later"))
    #expect(merged.conflictCount == 1)
    #expect(
      merged.text
        == Self.base.replacing(
          "| refused login: no\n",
          with: "<<<<<<< ours\n| refused login: never\n=======\n| refused login: later\n>>>>>>> theirs\n"))
  }

  @Test("a case that one side took out and the other changed is a conflict; one that is unchanged goes")
  func removed() {
    let without = Self.head + Self.one
    #expect(merge(without, Self.base).text == without)
    #expect(merge(Self.base, Self.head + Self.two).text == Self.head + Self.two)
    let changed = merge(without, Self.base.replacing("> settle", with: "> advance"))
    #expect(changed.conflictCount == 1)
    #expect(
      changed.text == Self.head + Self.one
        + "\n<<<<<<< ours\n=======\n%case two\n| login idle\n> advance\n>>>>>>> theirs\n")
  }

  @Test("of two hashes of one machine neither stays, and '%end' counts the merged cases")
  func header() {
    let recorded = Self.base.replacing("%transcript 1\n", with: "%transcript 1 recorded\n") + "%end 2\n"
    let ours = recorded.replacing("000000000000", with: "111111111111").replacing(
      "%end 2", with: "%case c\n| a\n%end 3")
    let theirs = recorded.replacing("000000000000", with: "222222222222").replacing(
      "%end 2", with: "%case d\n| a\n%end 3")
    let merged = merge(ours, theirs, base: recorded)
    #expect(merged.conflictCount == 0)
    #expect(merged.text.hasPrefix("%transcript 1 recorded\n%machine login@fixed\n# first\n"))
    #expect(merged.text.hasSuffix("%case c\n| a\n\n%case d\n| a\n%end 4\n"))
    #expect((try? Transcript.parse(merged.text)) != nil)
    let other = merge(
      Self.base.replacing("login@fixed", with: "login@draft"), Self.base.replacing("login@fixed", with: "login@next"))
    #expect(other.conflictCount == 1)
  }

  @Test("what is no transcript is merged line by line")
  func lines() {
    let merged = merge("a\nb\nC\n", "A\nb\nc\n", base: "a\nb\nc\n")
    #expect(merged.text == "A\nb\nC\n" && merged.conflictCount == 0)
    #expect(merge("<<<<<<< x\n", "y\n", base: "").conflictCount == 1)
    #expect(merge(Self.base, Self.base, base: "").text == Self.base)
    #expect(merge("", "", base: Self.base).text == "")
  }

  @Test("who changes nothing gets the other side, and the sides can be exchanged", arguments: 0..<300)
  func laws(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    let base = Self.base + "\n%case three\n| a\n> x\n| 1\n> y\n| 2\n> x\n| 3\n"
    let ours = edited(base, &random)
    let theirs = edited(base, &random)
    #expect(merge(ours, base, base: base).text == ours, "\(ours)")
    #expect(merge(base, theirs, base: base).text == theirs, "\(theirs)")
    #expect(merge(ours, ours, base: base).text == ours)
    let merged = merge(ours, theirs, base: base)
    #expect(merged.conflictCount == merge(theirs, ours, base: base).conflictCount)
    // A line that both kept is there.
    for line in ours.split(separator: "\n") where theirs.contains("\(line)\n") && base.holdsOnce(line) {
      #expect(merged.text.contains("\(line)\n"), "\(line)\n\(merged.text)")
    }
  }

  /// The text with an output line changed, a block added or taken out, or a case added.
  private func edited(_ text: String, _ random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    for _ in 0..<1 + random.below(2) {
      let place = lines.indices.filter { lines[$0].hasPrefix("| ") }[random.below(4)]
      switch random.below(3) {
      case 0: lines[place] += " \(random.below(9))"
      case 1: lines.insert("> settle \(random.below(9))", at: place + 1)
      default: lines += ["", "%case added \(random.below(99))", "| b"]
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  /// Whether a line stands in it once.
  fileprivate func holdsOnce(_ line: Substring) -> Bool { split(separator: "\n").count { $0 == line } == 1 }
}
