import Statecharts
import Testing

@testable import Console

struct CommandTreeTests {
  @Test("a path goes back and forth along its branch")
  func path() {
    var tree = CommandTree(start: Snapshot())
    for command in ["a", "b", "c"] { #expect(tree.append(command) == nil) }
    #expect(tree.path(to: tree.position).map(tree.command) == ["a", "b", "c"])
    tree.move(to: tree.node(atDepth: 1))
    #expect(tree.depth == 1 && tree.undoneCount == 2)
    tree.move(to: tree.node(atDepth: 3))
    #expect(tree.depth == 3 && tree.undoneCount == 0)
    tree.move(to: tree.node(atDepth: 0))
    #expect(tree.position == 0 && tree.path(to: 0).isEmpty)
  }

  @Test("a command after an undo opens a branch and keeps the other")
  func branches() {
    var tree = CommandTree(start: Snapshot())
    for command in ["a", "b", "c"] { _ = tree.append(command) }
    tree.move(to: tree.node(atDepth: 1))
    let left = tree.append("d")
    #expect(left?.number == 1 && left.map { tree.depth(of: $0.tip) } == 3)
    #expect(tree.append("e") == nil)
    #expect(tree.branches.map { tree.path(to: $0.tip).map(tree.command) } == [["a", "b", "c"], ["a", "d", "e"]])
    tree.switch(to: 0)
    #expect(tree.path(to: tree.position).map(tree.command) == ["a", "b", "c"] && tree.undoneCount == 0)
  }

  @Test("every 64th snapshot is kept, and no other is needed")
  func snapshots() {
    var tree = CommandTree(start: Snapshot())
    for number in 1...200 {
      _ = tree.append(String(number))
      tree.keep(Snapshot())
    }
    for depth in 0...200 {
      let node = tree.node(atDepth: depth)
      #expect(tree.depth(of: tree.nearestSnapshot(to: node).node) == depth / 64 * 64)
    }
  }

  @Test("kept looks count as far as the path goes")
  func looks() {
    var tree = CommandTree(start: Snapshot())
    tree.keep(Look(command: "state", lines: []))
    _ = tree.append("a")
    tree.keep(Look(command: "screen", lines: []))
    #expect(tree.keptCount == 2)
    tree.move(to: 0)
    #expect(tree.keptCount == 1 && tree.keptLooks(at: 0).map(\.command) == ["state"])
  }
}
