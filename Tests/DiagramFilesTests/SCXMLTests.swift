import Foundation
import PtySupport
import Statecharts
import Testing
import Traces
import ViewModels

@testable import DiagramFiles

/// SCXML as the recommendation describes it; the numbers are its sections.
struct SCXMLTests {
  @Test("3.3: without an initial attribute the first child is initial; with one, a deeper state may be")
  func initial() throws {
    #expect(try ChartRun(scxml: "<state id='a'/><state id='b'/>").state == "a")
    #expect(
      try ChartRun(
        scxml: "<state id='a'/><state id='b'><state id='c'/><state id='d'/></state>", attributes: "initial='d'"
      )
      .state == "b.d")
  }

  @Test("3.12: descriptors match by tokens, and '*' matches every event")
  func descriptors() throws {
    var run = try ChartRun(
      scxml: """
        <state id='a'><transition event='error.send.failed x.*' target='b'/></state>
        <state id='b'><transition event='y.z' target='c'/></state>
        <state id='c'><onentry><raise event='any.thing'/></onentry><transition event='an' target='a'/>
          <transition event='any' target='d'/></state>
        <state id='d'><onentry><raise event='other'/></onentry><transition event='*' target='e'/></state><state id='e'/>
        """)
    #expect(run.send("x") == "b")
    #expect(run.send("y.z") == "e")
  }

  @Test("3.12.1, 6.4: any event can be sent, also one that the chart raises, and one that only '*' matches")
  func sendable() throws {
    let run = try ChartRun(
      scxml: """
        <state id='a'><onentry><send event='timeout' delay='5s'/></onentry><transition event='timeout' target='b'/>
          <transition event='order.*' target='c'/><transition event='other' target='c'/></state>
        <state id='b'><transition event='*' target='d'/><transition event='go' target='c'><raise event='reset'/></transition>
        </state><state id='c'><transition event='reset' target='a'/></state><state id='d'/>
        """)
    #expect(run.machine.inputs.map(\.name) == ["timeout", "order", "other", "other_", "go", "reset"])
    for (events, state) in [(["timeout", "other_"], "d"), (["order", "reset"], "a"), (["other"], "c")] {
      var run = run
      #expect(events.map { run.send($0) }.last == state)
    }
  }

  @Test("3.12.1: the descriptors 'q', 'q.' and 'q.*' are equal", arguments: ["q", "q.", "q.*"])
  func equalDescriptors(descriptor: String) throws {
    let rest = "<transition event='\(descriptor)' target='b'/></state><state id='b'/>"
    var run = try ChartRun(scxml: "<state id='a'>\(rest)")
    #expect(run.machine.inputs.map(\.name) == ["q"])
    #expect(run.send("q") == "b")
    #expect(try ChartRun(scxml: "<state id='a'><onentry><raise event='q.x'/></onentry>\(rest)").state == "b")
  }

  @Test("3.13: the innermost transition wins, then document order; internal ones do not leave their source")
  func selection() throws {
    var run = try ChartRun(
      scxml: """
        <state id='p' initial='a'><onexit><log label='exit p'/></onexit>
          <transition event='e' target='out'/><transition event='i' type='internal' target='b'/>
          <state id='a'><transition event='e' target='b'/></state>
          <state id='b'><transition event='n' target='c'/><transition event='n' target='out'/></state><state id='c'/>
        </state><state id='out'/>
        """)
    #expect(run.send("e") == "p.b")
    #expect(run.send("n") == "p.c")
    #expect(run.send("i") == "p.b")
    #expect(run.log.isEmpty)
    #expect(run.send("e") == "out")
    #expect(run.log == ["out exit_p"])
  }

  @Test("3.8, 3.9: states are entered in document order and left in reverse order")
  func order() throws {
    var run = try ChartRun(
      scxml: """
        <parallel id='p'><onentry><log label='p'/></onentry><onexit><log label='-p'/></onexit>
          <state id='a'><onentry><log label='a'/></onentry><onexit><log label='-a'/></onexit></state>
          <state id='b'><onentry><log label='b'/></onentry><onexit><log label='-b'/></onexit></state>
          <transition event='e' target='z'><log label='t'/></transition>
        </parallel><state id='z'><onentry><log label='z'/></onentry></state>
        """)
    _ = run.send("e")
    #expect(run.log.map { String($0.dropFirst(4)) } == ["p", "a", "b", "_-b", "_-a", "_-p", "t", "z"])
  }

  @Test("3.4: a parallel element without an id keeps its content")
  func namelessParallel() throws {
    let run = try ChartRun(
      scxml: "<parallel><onentry><log label='in'/></onentry><state id='a'/><state id='b'/></parallel>")
    #expect(run.log == ["out in"])
  }

  @Test("3.10: shallow history restores the child, deep history the states below")
  func history() throws {
    let chart = { (kind: String) in
      """
      <state id='p'><history id='h' type='\(kind)'><transition target='a'/></history>
        <state id='a'><transition event='n' target='b2'/></state>
        <state id='b'><state id='b1'/><state id='b2'/></state>
        <transition event='out' target='z'/></state>
      <state id='z'><transition event='back' target='h'/></state>
      """
    }
    for (kind, expected) in [("shallow", "p.b.b1"), ("deep", "p.b.b2")] {
      var run = try ChartRun(scxml: chart(kind))
      _ = run.send("n")
      _ = run.send("out")
      #expect(run.send("back") == expected)
    }
    var fresh = try ChartRun(scxml: chart("deep"), attributes: "initial='z'")
    #expect(fresh.send("back") == "p.a")
  }

  @Test("3.7: done.state comes with the final state's data, also when all regions are done")
  func done() throws {
    var run = try ChartRun(
      scxml: """
        <parallel id='p'>
          <state id='x'><state id='x1'><transition event='e' target='x2'/></state><final id='x2'/></state>
          <state id='y'><state id='y1'><transition event='e' target='y2'/></state>
            <final id='y2'><donedata><param name='n' expr='1 + 1'/></donedata></final></state>
          <transition event='done.state.y' cond='_event.data.n == 2'><log label='data'/></transition>
          <transition event='done.state.p' target='z'/>
        </parallel><state id='z'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.send("e") == "z")
    #expect(run.log == ["out data"])
  }

  @Test("a log and a variable may have the same name")
  func outputsAndVariables() throws {
    let run = try ChartRun(
      scxml: "<datamodel><data id='paid'/></datamodel><state id='a'><onentry><log label='paid'/></onentry></state>",
      attributes: "datamodel='ecmascript'")
    #expect(!run.machine.findings.contains { $0.code == "repeated-port" })
    #expect(run.log == ["out paid_"])
  }

  @Test("4: content: if, foreach, raise, assign; raised events come before others")
  func content() throws {
    var run = try ChartRun(
      scxml: """
        <datamodel><data id='sum' expr='0'/><data id='list' expr='[1, 2, 3]'/></datamodel>
        <state id='a'><transition event='e' target='b'>
          <foreach array='list' item='x' index='i'><assign location='sum' expr='sum + x * i'/></foreach>
          <send event='late'/><raise event='early'/>
          <if cond='sum == 8'><log label='eight'/><elseif cond='sum > 8'/><log label='more'/><else/><log label='less'/></if>
          <log label='sum' expr='"is " + sum'/>
        </transition></state>
        <state id='b'><transition event='late' target='wrong'/><transition event='early' target='c'/></state>
        <state id='c'><transition event='late' target='d'/></state><state id='d'/><state id='wrong'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.send("e") == "d")
    #expect(run.log == ["out eight", "sum is 8"])
  }

  @Test("5.9: an error in content ends the block and raises error.execution; a guard with an error is false")
  func errors() throws {
    var run = try ChartRun(
      scxml: """
        <datamodel><data id='n' expr='1'/></datamodel>
        <state id='a'><transition event='e' cond='missing.member' target='wrong'/>
          <transition event='e' target='b'><assign location='nowhere' expr='1'/><assign location='n' expr='2'/></transition></state>
        <state id='b'><transition event='error.execution' cond='n == 1' target='c'/></state><state id='c'/><state id='wrong'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.send("e") == "c")
  }

  @Test("5.9.1: an error in the condition of 'if' or 'elseif' counts as false, and its block continues")
  func failedBranches() throws {
    let run = try ChartRun(
      scxml: """
        <datamodel><data id='v' expr='0'/></datamodel>
        <state id='a'><onentry><if cond='no.x'><assign location='v' expr='1'/><elseif cond='no.y'/>
            <assign location='v' expr='2'/><else/><assign location='v' expr='3'/></if>
          <assign location='v' expr='v + 10'/></onentry>
          <transition event='error.execution' target='b'><log label='v' expr='v'/></transition></state><state id='b'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.state == "b")
    #expect(run.log.filter { $0.utf8.starts(with: "v ".utf8) } == ["v 13"])
    #expect(run.log.count { $0.utf8.starts(with: "error.execution".utf8) } == 2)
  }

  @Test("6.2, 6.3: delayed events come in time, and a cancelled one does not come")
  func delays() throws {
    var run = try ChartRun(
      scxml: """
        <state id='a'><onentry><send event='one' delay='1s'/><send event='two' delay='.5s' id='x'/></onentry>
          <transition event='stop'><cancel sendid='x'/></transition>
          <transition event='one' target='b'/><transition event='two' target='c'/></state><state id='b'/><state id='c'/>
        """)
    var other = run
    #expect(run.advance(600) == "c")
    _ = other.send("stop")
    #expect(other.advance(600) == "a")
    #expect(other.advance(600) == "b")
  }

  @Test("6.2.4: each evaluation of a send with 'idlocation' has an id of its own")
  func ownIDs() throws {
    var run = try ChartRun(
      scxml: """
        <datamodel><data id='ids' expr='[]'/></datamodel>
        <state id='a'><transition event='arm'><send event='late' delay='5s' idlocation='ids[ids.length]'/></transition>
          <transition event='drop'><cancel sendidexpr='ids[0]'/></transition>
          <transition event='late'><log label='late' expr='ids[0] != ids[1]'/></transition></state>
        """, attributes: "datamodel='ecmascript'")
    for event in ["arm", "arm", "drop"] { _ = run.send(event) }
    _ = run.advance(6000)
    #expect(run.log == ["late true"])
  }

  @Test("a user's timer is an event for all states, whatever its name")
  func timers() throws {
    let timer = "<onentry><send event='after.hours' id='after.hours' delay='1s'/></onentry>"
    var parent = try ChartRun(
      scxml: """
        <state id='p'><transition event='after.hours' target='closed'/>
          <state id='a'>\(timer)</state></state><state id='closed'/>
        """)
    #expect(parent.advance(1000) == "closed")
    var next = try ChartRun(
      scxml: """
        <state id='a'>\(timer)<transition event='after.hours' target='c'/><transition event='go' target='b'/></state>
        <state id='b'><transition event='after.hours' target='c'/></state><state id='c'/>
        """)
    #expect(next.send("go") == "b")
    #expect(next.advance(1000) == "c")
  }

  @Test("6.4: an invoked chart gets data, sends to its parent, receives events, and reports its end")
  func invoke() throws {
    var run = try ChartRun(
      scxml: """
        <state id='a'>
          <invoke id='child'><param name='n' expr='40 + 2'/><content>
            <scxml datamodel='ecmascript'><datamodel><data id='n' expr='0'/></datamodel>
              <state id='s'><transition event='ping' target='t'/></state>
              <final id='t'><onentry><send event='pong' target='#_parent'><param name='v' expr='n'/></send></onentry></final>
            </scxml></content></invoke>
          <transition event='go'><send event='ping' target='#_child'/></transition>
          <transition event='pong' cond='_event.data.v == 42' target='b'/></state>
        <state id='b'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.send("go").hasPrefix("b"))
    var ended = try ChartRun(
      scxml: """
        <state id='a'><invoke id='i'><content><scxml><final id='f'/></scxml></content></invoke>
          <transition event='done.invoke.i' target='b'/></state><state id='b'/>
        """)
    #expect(ended.state == "b")
    _ = ended.advance(0)
    // 3.14: an id that the platform gives begins with that of the state.
    var unnamed = try ChartRun(
      scxml: """
        <datamodel><data id='id'/></datamodel><state id='a'><invoke idlocation='id'><content><scxml><state id='s'><transition event='end' target='f'/></state>
          <final id='f'/></scxml></content></invoke><transition event='go'><send event='end' targetexpr="'#_' + id"/></transition>
          <transition event='done.invoke.a' target='b'/></state><state id='b'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(unnamed.send("go").hasPrefix("b"))
  }

  @Test("6.4: parameters are the initial values of the chart's own data, which others of its data read")
  func parameters() throws {
    let run = try ChartRun(
      scxml: """
        <state id='a'><invoke id='k'><param name='x' expr='5'/><param name='z' expr='5'/><param name='w' expr='5'/><content>
          <scxml datamodel='ecmascript'>
            <datamodel><data id='x' expr='no.x'/><data id='y' expr='x + 1'/><data id='w'/></datamodel>
            <state id='s'><datamodel><data id='z' expr='2'/></datamodel>
              <onentry><log label='all' expr='[x, y, z, w]'/></onentry></state>
          </scxml></content></invoke></state>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.log == ["all 5,6,2,5"])
  }

  @Test("6.2, 6.4: a delayed event reaches the parent, unless it is cancelled or its sender has ended")
  func delayedToParent() throws {
    func run(_ rest: String) throws -> ChartRun {
      try ChartRun(
        scxml: """
          <state id='a'><invoke id='i'><content><scxml><state id='s'>
            <onentry><send event='late' target='#_parent' delay='1s' id='x'/></onentry>
            <transition event='stop'><cancel sendid='x'/></transition>\(rest)</state><final id='f'/></scxml></content></invoke>
            <transition event='go'><send event='stop' target='#_i'/></transition>
            <transition event='late' target='b'/></state><state id='b'/>
          """)
    }
    var sent = try run("")
    #expect(sent.advance(999) == "a | s")
    #expect(sent.advance(1) == "b")
    var cancelled = try run("")
    _ = cancelled.send("go")
    #expect(cancelled.advance(2000) == "a | s")
    var ended = try run("<transition target='f'/>")
    #expect(ended.advance(2000) == "a | f")
  }

  @Test("6.4: a chart may invoke itself, and a limit ends a recursion without end")
  func recursion() throws {
    let folder = try ScratchFolder()
    func run(_ body: String) throws -> ChartRun {
      let text = "<scxml datamodel='ecmascript'><datamodel><data id='n' expr='3'/></datamodel>\(body)</scxml>"
      try text.write(toFile: folder.path("flow.scxml"), atomically: true, encoding: .utf8)
      let (definition, losses) = try SCXMLFiles.machine(text, name: "flow", folder: folder.path, page: "flow")
      #expect(losses.isEmpty)
      return ChartRun(Machine(name: "flow", variant: "", summary: "", definition: definition))
    }
    let guarded = try run(
      """
      <state id='a'><transition cond='n > 0' target='b'/><transition target='end'/></state>
      <state id='b'><invoke id='k' src='flow.scxml'><param name='n' expr='n - 1'/></invoke>
        <transition event='done.invoke.k' target='end'/></state>
      <final id='end'><onentry><log label='n' expr='n'/></onentry></final>
      """)
    #expect(guarded.fault == nil && guarded.log == ["n 0", "n 1", "n 2", "n 3"])
    let endless = try run("<state id='a'><invoke id='k' src='flow.scxml'/></state>")
    #expect(endless.fault?.contains("more than 20 invocations inside each other") ?? false)
  }

  @Test("6.4: an invoked file may be one long line")
  func longLine() throws {
    let folder = try ScratchFolder()
    let states = (0..<5000).map { "<state id='s\($0)'/>" }.joined()
    try "<scxml>\(states)</scxml>".write(toFile: folder.path("long.scxml"), atomically: true, encoding: .utf8)
    let (definition, losses) = try SCXMLFiles.machine(
      "<scxml><state id='a'><invoke src='long.scxml'/></state></scxml>", name: "flow", folder: folder.path, page: "flow"
    )
    #expect(losses.isEmpty)
    let machine = Machine(name: "flow", variant: "", summary: "", definition: definition)
    #expect(machine.program.templates.contains { $0.chart?.description.states.count == 5001 })
  }

  @Test("a file is read again once it, or a file that it invokes, has changed")
  func changed() throws {
    let folder = try ScratchFolder()
    let machines = DiagramMachines(isLenient: false) { _, _ in }
    func hash(_ outer: String, _ inner: String) throws -> String? {
      for (file, text) in [
        ("flow.scxml", "<state id='\(outer)'><invoke src='inner.scxml'/></state>"),
        ("inner.scxml", "<state id='\(inner)'/>"),
      ] {
        try "<scxml>\(text)</scxml>".write(toFile: folder.path(file), atomically: true, encoding: .utf8)
      }
      return try machines.machine(named: folder.path("flow.scxml"))?.definitionHash
    }
    let first = try hash("a", "b")
    #expect(try hash("a", "c") != first)
    #expect(try hash("d", "b") != first)
    #expect(try hash("a", "b") == first)
  }

  @Test("6.4: an invocation whose data has an error does not start")
  func failedInvocation() throws {
    let run = try ChartRun(
      scxml: """
        <state id='a'><invoke id='i' namelist='missing'><content><scxml><final id='f'/></scxml></content></invoke>
          <transition event='done.invoke' target='wrong'/><transition event='error.execution' target='b'/></state>
        <state id='b'/><state id='wrong'/>
        """, attributes: "datamodel='ecmascript'")
    #expect(run.state == "b")
  }

  @Test("5.3: with late binding the first entry of a state sets its data")
  func lateBinding() throws {
    var run = try ChartRun(
      scxml: """
        <state id='a'><onentry><log label='a' expr='typeof n'/></onentry><transition event='go' target='b'/></state>
        <state id='b'><datamodel><data id='n' expr='1'/></datamodel>
          <onentry><log label='b' expr='n'/><assign location='n' expr='n + 1'/></onentry>
          <transition event='go' target='b'/></state>
        """, attributes: "datamodel='ecmascript' binding='late'")
    _ = run.send("go")
    _ = run.send("go")
    #expect(run.log == ["a undefined", "b 1", "b 2"])
  }

  @Test("5.10, B.2: In asks for active states, and _event for the event")
  func predicates() throws {
    var run = try ChartRun(
      scxml: """
        <parallel id='p'><state id='x'><state id='x1'><transition event='e' target='x2'/></state><state id='x2'/></state>
          <state id='y'><transition event='*' cond="In('x2') &amp;&amp; _event.name == 'f.g' &amp;&amp; _event.type == 'external'"
            target='z'/></state></parallel><state id='z'/>
        """, attributes: "datamodel='ecmascript'")
    _ = run.send("e")
    #expect(run.send("f.g") != "z")
    var null = try ChartRun(
      scxml: "<state id='a'><transition event='e' cond=\"In('a')\" target='b'/></state><state id='b'/>",
      attributes: "datamodel='null'")
    #expect(null.send("e") == "b")
  }
}
