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
    tree.move(to: tree.branches[0].tip, on: 0)
    #expect(tree.path(to: tree.position).map(tree.command) == ["a", "b", "c"] && tree.undoneCount == 0)
  }

  @Test("however many commands run, the snapshots that are kept have a limit, and none is far from one")
  func checkpoints() {
    var tree = CommandTree(start: Snapshot())
    var most = 0
    for number in 1...10_000 {
      _ = tree.append(String(number))
      if tree.isFarFromSnapshot { tree.keep(Snapshot()) }
      most = max(most, tree.checkpoints.count)
    }
    #expect(most == Checkpoints.limit)
    let far = (0..<10_000).filter { back in
      let again = tree.pathFromCheckpoint(to: tree.node(atDepth: 10_000 - back)).nodes.count
      return again > Checkpoints.spacing / 2 + back / 3
    }
    #expect(far == [])
  }

  @Test("a command that ran long is not among those that run again")
  func costs() {
    var tree = CommandTree(start: Snapshot())
    for number in 1...500 {
      _ = tree.append(String(number), turns: number == 10 ? 1_000_000 : 1)
      if tree.isFarFromSnapshot { tree.keep(Snapshot()) }
    }
    for depth in 20...500 {
      #expect(!tree.pathFromCheckpoint(to: tree.node(atDepth: depth)).nodes.contains(10))
    }
  }

  @Test("going back one command by one runs few commands again")
  func steps() {
    var session = Fixture.login()
    for _ in 0..<100 { _ = session.run("advance 1ms") }
    var again = 0
    for _ in 0..<100 {
      let node = session.run.map { $0.tree.node(atDepth: $0.tree.depth - 1) } ?? 0
      again += session.run?.tree.pathFromCheckpoint(to: node).nodes.count ?? 0
      _ = session.run("undo")
    }
    #expect(again <= 100)
  }

  @Test("going back a long way one command by one runs few commands again for each")
  func manySteps() throws {
    var run = try #require(Fixture.login().run)
    let command = Command.advance(by: 1)
    for _ in 0..<3_000 { _ = run.drive(command, CommandBudget(), nil) }
    var again = 0
    while run.tree.depth > 0 {
      let node = run.tree.node(atDepth: run.tree.depth - 1)
      again += run.tree.pathFromCheckpoint(to: node).nodes.count
      run.move(to: node, .free)
    }
    #expect(again <= 12_000)
  }

  @Test("a redo adds what was done again to the recording, and rewrites nothing")
  func redo() {
    var session = Fixture.login()
    for line in ["record a", "set name a", "set name b", "set name c", "undo 2"] { _ = session.run(line) }
    #expect(
      session.run("redo 2").effects == [
        .append("> set name \"b\"\n| name \"a\" -> \"b\"\n"), .append("> set name \"c\"\n| name \"b\" -> \"c\"\n"),
      ])
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
