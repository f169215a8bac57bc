import Diagrams
import Statecharts
import Testing
import ViewModels

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
          "a -always [full]-> b", "a -b / beep-> b", "a -b-> b", "b -x [not valid]-> a",
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

  @Test("a body may stand in one line; a label in it takes the rest of the line")
  func linesWithBodies() throws {
    let chart = try chart("[*] --> a\nstate a { [*] --> b }\nstate c { state d { [*] --> e } }\na --> c : go").chart
    #expect(
      chart.states.map { "\($0.parent ?? -1) \($0.name) \($0.kind)" } == [
        "-1  compound", "0 a compound", "1 b atomic", "0 c compound", "3 d compound", "4 e atomic",
      ])
    _ = try self.chart("state a {\naccDescr { text }\n[*] --> b\n}")
    #expect(throws: DiagramProblem.self) { try self.chart("[*] --> a\nstate a { b --> c : go }") }
    let ends = String(repeating: "}", count: 60_000)
    #expect(throws: DiagramProblem.self) { try self.chart("state a { b --> c \(ends)") }
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
        state work {
          state left {
            a --> x : one
          }
          --
          state right {
            b --> y : two
          }
        }
        f --> a
        f --> b
        x --> j
        y --> j
        j --> idle
        """
      ).filter { $0.contains("+") || $0.contains("in ") } == [
        "idle -go-> a+b", "x -always [in y]-> idle",
      ])
  }

  @Test("the branches of a choice behind a fork are tried, and 'else' comes last in each choice")
  func choicesBehindChoices() throws {
    #expect(
      try arrows(
        """
        state f <<fork>>
        state c <<choice>>
        state d <<choice>>
        [*] --> idle
        state work {
          state left {
            a --> a1 : one
          }
          --
          state right {
            [*] --> x
            x --> y : two
            y --> z : three
          }
        }
        idle --> f : go
        f --> a
        f --> c
        c --> x : [else]
        c --> d : [fast]
        d --> y : [else]
        d --> z : [late]
        """
      ).filter { $0.hasPrefix("idle") } == [
        "idle -go [fast and late]-> a+z", "idle -go [fast]-> a+y", "idle -go-> a+x",
      ])
  }

  @Test("a choice at the start, and guards without events, need no event")
  func guardsAlone() throws {
    var run = try ChartRun(
      mermaid: """
        state c <<choice>>
        [*] --> c
        c --> a : if n < 0
        c --> b : [else]
        b --> b1 : go
        b1 --> d : [ready]
        b1 --> e : [else]
        """)
    #expect(run.state == "b")
    #expect(run.send("go") == "e")
    let search = run.machine.moves(of: run.machine.open().snapshot).map(\.stimulus)
    #expect(search.contains(.assign(field: "n_lt_0", true)) && search.contains(.assign(field: "ready", true)))
  }

  @Test("a start arrow may go to a fork")
  func forkAtStart() throws {
    let run = try ChartRun(
      mermaid: """
        state f <<fork>>
        state f <<fork>>
        [*] --> f
        state work {
          state left {
            x --> a : one
          }
          --
          state right {
            y --> b : two
          }
        }
        f --> a
        f --> b
        """)
    #expect(run.state == "work(left.a, right.b)")
  }

  @Test("guards are logic: not, and, or, brackets; different texts are different questions")
  func logic() throws {
    let states: Set<Name> = ["ready"]
    let text = { GuardText($0, states: states) }
    #expect(text("a or b and c") == .any([.question("a"), .all([.question("b"), .question("c")])]))
    #expect(text("not (a and b)") == .not(.all([.question("a"), .question("b")])))
    #expect(text("!(p && q) || in ready") == .any([.not(.all([.question("p"), .question("q")])), .state("ready")]))
    #expect(text("count(x, y) > 3 and n != 2") == .all([.question("count(x, y) > 3"), .question("n != 2")]))
    #expect(text("!!a") == .question("a"))
    #expect(text("a and") == .question("a and"))
    #expect(text("not in ready") == .not(.state("ready")))
    let deep = String(repeating: "(", count: 30_000) + "a" + String(repeating: ")", count: 30_000)
    #expect(text(deep) == .question(deep), "brackets that are too deep are no logic")
    #expect(text("nothing and order") == .all([.question("nothing"), .question("order")]))
    var run = try ChartRun(
      mermaid: """
        [*] --> a
        a --> b : go [n > 5]
        a --> c : go [n < 5]
        b --> b : x / ready!
        b --> b : y / ready?
        c --> d : +
        c --> e : =
        """)
    let go = try #require(run.machine.inputs.first { $0.name == "go" })
    #expect(run.machine.values(of: go).count == 4)
    #expect(run.send("go", .record([Member("n_gt_5", false), Member("n_lt_5", true)])) == "c")
    #expect(run.machine.inputs.map(\.name) == ["go", "x", "y", "_", "__2"])
    #expect(run.send("__2") == "e")
  }

  @Test(
    "what has no meaning is reported, not dropped",
    arguments: [
      ("a --> b : go / act [valid]", "the guard stands behind the actions"),
      ("a --> b : login/send", "a '/' without blanks"),
      ("a --> b : after 5", "'5' is not a duration"),
      ("a --> b : After -1s", "'-1s' is not a duration"),
      ("a --> b : after(5s)", "'(5s)' is not a duration"),
      ("a --> [H] : back", "is not understood"),
      ("a --> b : x\na : do / poll", "is not understood"),
      ("a --> b : x\na : entry / b,, c", "an action is missing"),
      ("state c <<choice>>\na --> c : x", "the choice 'c' needs arrows in and out"),
      (
        "state j <<fork>>\na --> j : x\nj --> b\nj --> d\nd --> b : y", "leads to states that are never active together"
      ),
      ("state j <<join>>\na --> j\nb --> j\nj --> d\na --> b : y", "joins states that are never active together"),
      (
        "state j <<join>>\nstate c <<choice>>\na --> c : x\nc --> j : [ok]\nc --> b : [else]\nb --> j\nj --> d",
        "comes from a choice or bar"
      ),
    ])
  func reported(body: String, cause: String) throws {
    let losses = try DiagramChart.mermaid("stateDiagram-v2\n[*] --> a\n\(body)\n", name: "flow").losses
    #expect(losses.contains { $0.cause.contains(cause) }, "\(losses)")
  }

  @Test("other spellings of Mermaid: directives of several lines, comments, words in capitals, descriptions")
  func spellings() throws {
    let text = """
      %%{init: {
        "theme": "base"
      }}%%
      stateDiagram-v2\r
      # a comment\r
      Note right of a : Entry/beep
      State "A" as a : exit / off
      state b : entry / on
      title : entry / shown
      [*] --> a
      a --> title : go
      NOTE left of b
        for people
      END NOTE
      """
    let chart = try DiagramChart.mermaid(text, name: "flow")
    #expect(chart.losses.isEmpty, "\(chart.losses)")
    let acts = chart.chart.states.dropFirst().map { "\($0.name) \($0.entryActions) \($0.exitActions)" }
    #expect(acts == [#"A ["beep"] ["off"]"#, #"b ["on"] []"#, #"title ["shown"] []"#])
  }

  @Test("a chain of choices without an end is bounded")
  func chains() {
    let chain = (0..<40).map { "c\($0) --> c\($0 + 1) : [a]\nc\($0) --> c\($0 + 1) : [b]" }
    let choices = (0...40).map { "state c\($0) <<choice>>" }
    let text = "stateDiagram-v2\n[*] --> s\ns --> c0 : go\n" + (choices + chain).joined(separator: "\n")
    #expect(throws: DiagramProblem.self) { _ = try DiagramChart.mermaid(text, name: "flow") }
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
      (
        "flowchart LR",
        "1:1: 'flowchart LR' does not begin a state diagram; begin with 'stateDiagram-v2'; other diagrams are not read"
      ),
      ("```mermaid", "1:1: '```mermaid' does not begin a state diagram; remove the fence, or call the file '.md'"),
      ("stateDiagram-v2\nA --> B : x\nnote right of A\nx", "3:1: the note is not closed; add a line 'end note'"),
      ("stateDiagram-v2\naccDescr {\nx", "2:1: '}' is missing; add it behind the last line of this part"),
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

  @Test("limits are errors: depth, states")
  func limits() {
    let deep = (0..<200).map { "state s\($0)x {" }.joined(separator: "\n")
    let many = (0..<10_001).map { "state n\($0)" }.joined(separator: "\n")
    for text in [deep, many] {
      #expect(throws: DiagramProblem.self) { try chart(text) }
    }
  }

  @Test("an event with more than six guards holds any value")
  func manyGuards() throws {
    let guards = (1...7).map { "a --> b\($0) : e [g\($0)]" }.joined(separator: "\n")
    var run = try ChartRun(mermaid: "[*] --> a\n\(guards)")
    let input = try #require(run.machine.inputs.first)
    #expect(run.machine.values(of: input).isEmpty)
    #expect(run.send("e", .record([Member("g7", true)])) == "b7")
  }

  @Test("lines may end with a carriage return alone")
  func returns() throws {
    let chart = try DiagramChart.mermaid("stateDiagram-v2\r[*] --> a\ra --> b : go\ra ==> b\r", name: "flow")
    #expect(chart.chart.states.map(\.name) == ["", "a", "b"] && chart.losses.map(\.line) == [4])
  }

  @Test(
    "without the states that are never active together a chart runs: the first is entered, and a join does not wait",
    arguments: [
      (
        "[*] --> f\nf --> a\nf --> b\na --> j\nb --> j\nj --> c", "c",
        ["the start leads to states that are never active together: 'a' and 'b'"]
      ),
      (
        "state p {\nx --> x2 : one\n--\ny --> y2 : two\n}\n[*] --> i\ni --> f : go\nf --> x\nf --> y\nf --> x2",
        "p(p_1.x, p_2.y)", ["an arrow leads to states that are never active together: 'x' and 'x2'"]
      ),
      (
        "state k <<choice>>\n[*] --> i\ni --> f : go\nf --> a\nf --> k\nk --> b : [else]", "a",
        ["an arrow leads to states that are never active together: 'a' and 'b'"]
      ),
      ("state p {\nx\n}\n[*] --> a\n[*] --> x", "a", ["the start leads to states that are never active together"]),
    ])
  func neverTogether(body: String, state: String, causes: [String]) throws {
    var chart = try chart("state f <<fork>>\nstate j <<join>>\n\(body)")
    #expect(causes.allSatisfy { cause in chart.losses.contains { $0.cause.contains(cause) } }, "\(chart.losses)")
    chart.losses = []
    let definition = try DiagramMachine(chart).definition(page: "flow")
    var run = ChartRun(Machine(name: "flow", variant: "", summary: "", definition: definition))
    #expect(run.fault == nil)
    #expect(run.state == state || run.send("go") == state)
  }

  @Test("ends of several states have names of their own")
  func severalEnds() throws {
    let chart = try chart("[*] --> A\nstate A {\n[*] --> a\na --> [*] : fin\n}\nA --> [*]").chart
    #expect(chart.states.map(\.name) == ["", "A", "a", "end", "end_2"])
    var run = try ChartRun(mermaid: "[*] --> A\nstate A {\n[*] --> a\na --> [*] : fin\n}\nA --> [*]")
    #expect(run.send("fin") == "end_2")
  }
}
