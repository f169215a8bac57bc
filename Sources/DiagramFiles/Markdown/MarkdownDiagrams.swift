import Traces

/// The Mermaid blocks of a Markdown file.
package struct MarkdownDiagrams: Sendable {
  package struct Block: Sendable {
    /// The line of its opening fence, from 1.
    package let line: Int
    /// The lines between the fences, as indices of the file's lines.
    package let content: Range<Int>
    /// The columns that indent it.
    package let indent: Int
    /// The machine in the comment above it, `<!-- signalbox: NAME -->`.
    package let machine: String?
  }

  package let lines: [Substring]
  package let blocks: [Block]

  /// - Throws: If a block is not closed.
  package init(_ text: String) throws(DiagramProblem) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [Block] = []
    var fence: Fence?
    var machine: String?
    for (index, line) in lines.enumerated() {
      if let open = fence {
        guard open.isClosed(by: line) else { continue }
        if open.isMermaid {
          blocks.append(
            Block(line: open.line, content: open.line..<index, indent: open.indent, machine: machine))
        }
        (fence, machine) = (nil, nil)
      } else if let open = Fence(line, line: index + 1) {
        fence = open
        if !open.isMermaid { machine = nil }
      } else if let named = String(line).machineComment {
        machine = named
      } else if !String(line).trimmingBlanks.isEmpty {
        machine = nil
      }
    }
    if let fence, fence.isMermaid {
      throw Place(line: fence.line).malformed("the Mermaid block is not closed", "end it with '```'")
    }
    self.blocks = blocks
  }

  /// The text with the contents of some blocks replaced.
  package func replacing(_ contents: [(block: Block, lines: [String])]) -> String {
    var result = lines.map(String.init)
    for (block, new) in contents.reversed() {
      let indent = String(repeating: " ", count: block.indent)
      result.replaceSubrange(block.content, with: new.map { $0.isEmpty ? $0 : indent + $0 })
    }
    return result.joined(separator: "\n")
  }
}

private struct Fence {
  let line: Int
  let indent: Int
  let mark: UInt8
  let length: Int
  let isMermaid: Bool

  init?(_ text: Substring, line: Int) {
    let indent = text.utf8.prefix { $0 == 0x20 }.count
    let rest = text.utf8.dropFirst(indent)
    guard let mark = rest.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    let length = rest.prefix { $0 == mark }.count
    guard length >= 3 else { return nil }
    let info = String(Substring(rest.dropFirst(length))).trimmingBlanks
    guard mark != UInt8(ascii: "`") || !info.utf8.contains(mark) else { return nil }
    (self.line, self.indent, self.mark, self.length) = (line, indent, mark, length)
    let word = info.utf8.prefix { $0 != 0x20 && $0 != UInt8(ascii: "{") }
    isMermaid = Substring(word).lowercased() == "mermaid"
  }

  func isClosed(by text: Substring) -> Bool {
    let rest = String(text).trimmingBlanks.utf8
    return rest.count >= length && rest.allSatisfy { $0 == mark }
  }
}

extension String {
  fileprivate var machineComment: String? {
    guard let inner = trimmingBlanks.withoutStart("<!--")?.withoutEnd("-->")?.trimmingBlanks,
      let name = inner.withoutStart("signalbox:")
    else { return nil }
    return name.trimmingBlanks
  }
}
