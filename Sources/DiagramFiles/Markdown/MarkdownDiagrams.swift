import Traces

/// The Mermaid blocks of a Markdown file.
package struct MarkdownDiagrams: Sendable {
  package struct Block: Sendable {
    /// The lines between the fences, as indices of the file's lines.
    package let content: Range<Int>
    /// The columns that indent it.
    package let indent: Int
    /// The machine in the comment above it, `<!-- signalbox: NAME -->`.
    package let machine: String?

    /// The line of its opening fence, from 1.
    package var line: Int { content.lowerBound }
  }

  package let lines: [Substring]
  package let blocks: [Block]
  /// Comments that check nothing.
  package let losses: [DiagramProblem]

  /// - Throws: If a block is not closed.
  package init(_ text: String) throws(DiagramProblem) {
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init)
    var blocks: [Block] = []
    var open: Fence?
    var start = 0
    var losses: [DiagramProblem] = []
    // The comment that the next block belongs to.
    var comment: (machine: String, place: Place)?
    for (index, line) in lines.enumerated() {
      let place = Place(line: index + 1)
      if let fence = open {
        guard fence.isClosed(by: line) else { continue }
        open = nil
        guard fence.isMermaid else { continue }
        blocks.append(Block(content: start..<index, indent: fence.indent, machine: comment?.machine))
        comment = nil
      } else if let fence = Fence(line) {
        (open, start) = (fence, index + 1)
        if !fence.isMermaid { losses.lose(comment: &comment) }
      } else if !String(line).trimmingBlanks.isEmpty {
        losses.lose(comment: &comment)
        comment = String(line).machineComment.map { ($0, place) }
        if comment == nil, String(line).isMeantForSignalbox {
          losses.lose("the comment is not understood", "write '<!-- signalbox: NAME -->'", at: place)
        }
      }
    }
    losses.lose(comment: &comment)
    self.losses = losses
    if let open, open.isMermaid {
      throw Place(line: start).malformed("the Mermaid block is not closed", "end it with '```'")
    }
    self.blocks = blocks
  }

  /// - Parameter number: Nil for the only block.
  func block(_ number: Int?) throws(DiagramProblem) -> Block {
    guard let number = number ?? (blocks.count == 1 ? 1 : nil) else {
      throw Place(line: 1).malformed(
        "the page has \(blocks.count) Mermaid blocks",
        blocks.isEmpty ? "add one" : "name one of them, as in 'FILE.md#1'")
    }
    guard blocks.indices.contains(number - 1) else {
      throw Place(line: 1).malformed(
        "the page has \(blocks.count) Mermaid blocks, so there is no number \(number)",
        blocks.isEmpty ? "add one" : "name one from 1 to \(blocks.count)")
    }
    return blocks[number - 1]
  }

  /// The text with the contents of some blocks replaced.
  package func replacing(_ contents: [(block: Block, lines: [String])]) -> String {
    var result = lines.map(String.init)
    for (block, new) in contents.reversed() {
      let indent = String(repeating: " ", count: block.indent)
      let end = lines[block.line - 1].utf8.last == 0x0D ? "\r" : ""
      result.replaceSubrange(block.content, with: new.map { ($0.isEmpty ? $0 : indent + $0) + end })
    }
    return result.joined(separator: "\n")
  }
}

extension [DiagramProblem] {
  fileprivate mutating func lose(comment: inout (machine: String, place: Place)?) {
    guard let (machine, place) = comment else { return }
    lose("no Mermaid block is below the comment for '\(machine)'", "put it above one, or remove it", at: place)
    comment = nil
  }
}

private struct Fence {
  let indent: Int
  let isMermaid: Bool
  /// The backticks or tildes.
  private let marks: Substring.UTF8View

  init?(_ line: Substring) {
    let rest = line.utf8.drop { $0 == 0x20 }
    guard let mark = rest.first, "`~".utf8.contains(mark) else { return nil }
    marks = rest.prefix { $0 == mark }
    let info = String(Substring(rest.dropFirst(marks.count))).trimmingBlanks
    guard marks.count >= 3, mark != UInt8(ascii: "`") || !info.utf8.contains(mark) else { return nil }
    indent = line.utf8.count - rest.count
    isMermaid = info.splitBehind { !" {".utf8.contains($0) }.head.lowercased() == "mermaid"
  }

  func isClosed(by line: Substring) -> Bool {
    let rest = String(line).trimmingBlanks.utf8
    return rest.count >= marks.count && rest.allSatisfy { $0 == marks.first }
  }
}

extension String {
  /// Whether it is a comment such as `<!-- Signalbox login -->`, even if it is written wrongly.
  fileprivate var isMeantForSignalbox: Bool {
    trimmingBlanks.withoutStart("<!--")?.trimmingBlanks.lowercased().withoutStart("signalbox") != nil
  }

  fileprivate var machineComment: String? {
    guard let inner = trimmingBlanks.withoutStart("<!--")?.withoutEnd("-->")?.trimmingBlanks,
      let name = inner.withoutStart("signalbox:")
    else { return nil }
    return name.trimmingBlanks
  }
}
