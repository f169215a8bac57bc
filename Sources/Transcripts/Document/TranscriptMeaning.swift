import Traces
import Turns

/// The meaning without spelling. Files of equal meaning run alike and accept the same output.
package struct TranscriptMeaning: Hashable, Sendable {
  private struct Block: Hashable {
    var command: [FieldContent]
    var expectations: [Expected]
  }

  private struct Expected: Hashable {
    var mark: OutputMark
    var fields: [FieldContent]
    var endsWithReason: Bool
    /// Whether a new run of `|&` or `|/` starts directly after another.
    var beginsRun: Bool
  }

  private struct Case: Hashable {
    var title: Name
    var tags: [Name]
    var skipReason: Name?
    var expectedFailure: Name?
    var bindings: [Member]
    var paths: OutputPaths
    var loopStart: Int?
    var blocks: [Block]
  }

  private var machine: MachineReference
  private var seed: UInt64?
  private var uses: [Name]
  private var bindings: [Member]
  private var paths: OutputPaths
  private var cases: [Case]
  private var isEnded: Bool

  fileprivate init(_ transcript: Transcript) {
    machine = transcript.machine
    seed = transcript.seed
    uses = transcript.uses.map { Name($0.path) }
    bindings = transcript.bindings.map { Member($0.name, $0.value) }
    paths = transcript.paths
    isEnded = transcript.endIndex != nil
    cases = transcript.cases.map { transcriptCase in
      let commands = [""] + transcriptCase.steps.map(\.command) + [""]
      return Case(
        title: Name(transcriptCase.title), tags: transcriptCase.tags.names,
        skipReason: transcriptCase.skipReason.map { Name($0) },
        expectedFailure: transcriptCase.expectedFailure.map { Name($0) },
        bindings: transcriptCase.bindings.map { Member($0.name, $0.value) }, paths: transcriptCase.paths,
        loopStart: transcriptCase.loop?.start,
        blocks: zip(commands, transcriptCase.blocks).map(Self.block))
    }
  }

  private static func block(_ command: String, _ block: ExpectedBlock) -> Block {
    Block(
      command: LineFields(command).fields.map(\.content),
      expectations: block.expectations.enumerated().map { index, expectation in
        Expected(
          mark: expectation.mark, fields: expectation.pattern.line.fields.map(\.content),
          endsWithReason: expectation.pattern.endsWithReason,
          beginsRun: expectation.followsSeparator && index > 0 && expectation.mark.isOfRun
            && block.expectations[index - 1].mark == expectation.mark)
      })
  }
}

extension Transcript {
  package var meaning: TranscriptMeaning { TranscriptMeaning(self) }
}
