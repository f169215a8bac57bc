import Statecharts
import Testing

@testable import DiagramFiles

/// What Mermaid's words mean.
struct MermaidTests {
  private func chart(_ body: String) throws -> DiagramChart {
    try DiagramChart.mermaid("stateDiagram-v2\n\(body)\n", name: "flow")
  }

  private func arrows(_ body: String) throws -> [String] {
    let chart = try chart(body).chart
    return chart.transitions.map { row in
      let trigger =
        switch row.trigger {
        case .event(let name): name
        case .always: "always"
        case .after(let milliseconds): "after \(milliseconds)"
        }
      let targets = row.targets.map { chart.states[$0].name.text }.joined(separator: "+")
      let condition = row.guardName.map { " [\($0)]" } ?? ""
      let actions = row.actions.isEmpty ? "" : " / \(row.actions.joined(separator: ", "))"
      return "\(chart.states[row.source].name) -\(trigger)\(condition)\(actions)-> \(targets)"
    }
  }

  @Test("a label is event [guard] / actions; other text is the event's name")
  func labels() throws {
    #expect(
      try arrows(
        """
        [*] --> a
        a --> b : pay [valid] / show, log(1, 2)
        a --> b : Add  item
        a --> b : after 1.5s
        a --> b : always [ready]
        a --> b : [full]
        a --> b : / beep
        a --> b
        b --> a : x<br/>[not valid]
        """) == [
          "a -pay [valid] / show, log(1, 2)-> b", "a -Add_item-> b", "a -after 1500-> b", "a -always [ready]-> b",
          "a -full-> b", "a -b / beep-> b", "a -b-> b", "b -x [not valid]-> a",
        ])
  }

  @Test("composites nest, '--' makes regions, and the region's states need no start if it is one state")
  func composites() throws {
    let chart = try chart(
      """
      [*] --> Active
      state Active {
        [*] --> NumOff
        NumOff --> NumOn : num
        --
        [*] --> CapsOff
        CapsOff --> CapsOn : caps
        --
        state Scroll {
          [*] --> Off
        }
      }
      """
    ).chart
    #expect(
      chart.states.map { "\($0.parent ?? -1) \($0.name) \($0.kind)" } == [
        "-1  compound", "0 Active parallel", "1 Active_1 compound", "2 NumOff atomic", "2 NumOn atomic",
        "1 Active_2 compound", "5 CapsOff atomic", "5 CapsOn atomic", "1 Scroll compound", "8 Off atomic",
      ])
    #expect(chart.states.map(\.initial) == [[1], [], [3], [], [], [6], [], [], [9], []])
  }

  @Test("a choice is a branch of each event that reaches it; else comes last")
  func choices() throws {
    #expect(
      try arrows(
        """
        state check <<choice>>
        [*] --> a
        a --> check : send [online] / spin
        check --> c : [else]
        check --> b : if n > 0
        a --> a : send [else]
        """) == [
          "a -send [online and n > 0] / spin-> b", "a -send [online] / spin-> c", "a -send-> a",
        ])
  }

  @Test("a fork enters several states, and a join waits for all")
  func bars() throws {
    #expect(
      try arrows(
        """
        state f <<fork>>
        state j <<join>>
        [*] --> idle
        idle --> f : go
        f --> a
        f --> b
        state work {
          state left {
            a --> x : one
          }
          --
          state right {
            b --> y : two
          }
        }
        x --> j
        y --> j
        j --> idle
        """
      ).filter { $0.contains("+") || $0.contains("in ") } == [
        "idle -go-> a+b", "x -always [in y]-> idle",
      ])
  }

  @Test("an arrow to the end makes a final state; a finished composite continues without an event")
  func ends() throws {
    let chart = try chart(
      """
      [*] --> work
      state work {
        [*] --> one
        one --> two : next
        two --> [*]
      }
      work --> idle
      idle --> [*] : quit
      idle --> work : again
      """)
    #expect(chart.chart.states.filter { $0.kind == .final }.map(\.name) == ["two", "end"])
    #expect(
      chart.chart.transitions.map(\.trigger) == [
        .event("done.state.work"), .event("next"), .event("quit"), .event("again"),
      ])
  }

  @Test("names, notes, styles and directions: only names matter, and activities in notes")
  func notes() throws {
    let chart = try chart(
      """
      %% comment
      direction LR
      state "Waiting for reply" as waiting
      state "idle" as s1:::calm
      classDef calm fill:#fff
      class waiting calm
      [*] --> s1
      s1:::calm --> waiting : go %% a trailing comment
      waiting : entry / beep, wait
      waiting : A long text for people
      note left of waiting : more text
      note right of waiting
        invoke answer
        exit / stop
        tick [old] / log (stays)
        - --> text
      end note
      """)
    #expect(chart.losses.isEmpty)
    let waiting = try #require(chart.chart.states.first { $0.name == "waiting" })
    #expect(waiting.entryActions == ["beep", "wait"] && waiting.exitActions == ["stop"])
    #expect(waiting.invocations == ["answer"])
    #expect(chart.chart.states.map(\.name) == ["", "waiting", "idle"])
    let stays = chart.chart.transitions[0]
    #expect(stays.targets.isEmpty && stays.guardName == "old" && stays.actions == ["log"])
  }

  @Test(
    "each error names its place and a fix",
    arguments: [
      ("flowchart LR", "1:1: 'flowchart LR' does not begin a state diagram; begin with 'stateDiagram-v2'"),
      ("", "1:1: there is no state diagram; begin with 'stateDiagram-v2'"),
      ("stateDiagram-v2\n", "2:1: the diagram has no states; add one, such as '[*] --> idle'"),
      ("stateDiagram-v2\n}", "2:1: '}' closes nothing; remove it, or open a state with '{'"),
      ("stateDiagram-v2\n  state A {\n B --> C", "2:3: the state 'A' is not closed; add a '}'"),
      (
        "stateDiagram-v2\nstate A {\n}\nstate A {\n}",
        "4:1: the state 'A' has two bodies, the first in line 2; join them, or rename one"
      ),
      (
        "stateDiagram-v2\nstate A {\nstate A\n}",
        "3:1: the state 'A' is declared twice, first in line 2; rename one of them"
      ),
      (
        "stateDiagram-v2\n[*] --> a\n[*] --> b",
        "3:1: a second start arrow; 'b' cannot be initial too; keep one '[*] -->' for each part"
      ),
      (
        "stateDiagram-v2\nA --> B : x\nstate C {\n[*] --> A\n}",
        "4:1: the start arrow goes to 'A', which is not in 'C'; name a state inside it"
      ),
    ])
  func errors(text: String, sentence: String) {
    do throws(DiagramProblem) {
      let chart = try DiagramChart.mermaid(text, name: "flow")
      Issue.record("\(chart)")
    } catch {
      #expect("\(error.line):\(error.column): \(error.sentence)" == sentence)
    }
  }

  @Test("what is not understood is reported with its place, and the rest is read")
  func losses() throws {
    let chart = try chart(
      """
      [*] --> a : begin
      a --> b : go
      a ==> b
      b --> a : pay [valid / show
      b --> a : after 5x
      note over b : text
      state c <<what>>
      b --> b : go /
      """)
    #expect(
      chart.losses.map { "\($0.line):\($0.column): \($0.cause)" } == [
        "2:1: the start arrow has a label", "4:1: 'a ==> b' is not understood",
        "5:1: the guard of 'pay [valid' does not end with ']'", "6:1: '5x' is not a duration",
        "7:1: 'note over b : text' is not understood", "8:1: '<<what>>' is not understood",
        "9:1: an action is missing after '/'",
      ])
    #expect(chart.chart.transitions.contains { $0.trigger == .event("go") })
  }

  @Test("limits are errors: depth, states, guards of an event")
  func limits() {
    let deep = (0..<200).map { "state s\($0)x {" }.joined(separator: "\n")
    let many = (0..<10_001).map { "state n\($0)" }.joined(separator: "\n")
    for text in [deep, many] {
      #expect(throws: DiagramProblem.self) { try chart(text) }
    }
    let guards = (0..<7).map { "a --> b : e [g\($0)]" }.joined(separator: "\n")
    #expect(throws: DiagramProblem.self) { try DiagramMachine(chart("[*] --> a\n\(guards)")) }
  }
}
