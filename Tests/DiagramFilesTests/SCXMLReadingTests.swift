import Foundation
import PtySupport
import Statecharts
import Testing
import Traces
import ViewModels

@testable import DiagramFiles

/// Expressions in SCXML, and what is not supported.
struct SCXMLReadingTests {
  @Test(
    "expressions have ECMAScript's values",
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 % 4 - 10 / 4", "0.5"), ("'a' + 1 + 2", "a12"),
      ("1 + 2 + 'a'", "3a"),
      ("'10' == 10", "true"), ("'10' === 10", "false"), ("null == undefined", "true"), ("null === undefined", "false"),
      ("'b' > 'a'", "true"), ("'10' < '9'", "true"), ("10 < 9", "false"), ("!0 && !''", "true"), ("0 || 'x'", "x"),
      ("'' && y.z", ""), ("[1, 2, 3].length", "3"), ("'héé'.length", "3"), ("{a: [1, {b: 5}]}.a[1].b", "5"),
      ("[1, 2][5] === undefined", "true"), ("typeof y", "undefined"), ("typeof [] + typeof 1", "objectnumber"),
      ("1 > 2 ? 'a' : 2 > 1 ? 'b' : 'c'", "b"), ("-'3' + +true", "-2"), ("0 / 0 == 0 / 0", "false"), ("1e3", "1000"),
      ("0x1F", "31"), (".5 + .5", "1"), ("'\\u0041\\n'.length", "2"), ("true + true", "2"), ("[1, 2] + ''", "1,2"),
      ("'abc'[1]", "b"), ("'abc'['2']", "c"), ("typeof 'abc'[3]", "undefined"), ("[10, 20]['1']", "20"),
      ("typeof [10, 20]['01']", "undefined"), ("[5] == 5", "true"), ("[5] * 2", "10"), ("[2] > [10]", "true"),
      ("-[]", "0"), ("{} * 1", "NaN"), ("1 / -0", "-Infinity"), ("-0 === 0", "true"), ("'' + -0", "0"),
      ("'' + 1e-7", "1e-7"), ("'' + 0.000001", "0.000001"), ("'' + 1e16", "10000000000000000"),
      ("'' + 1.5e-7", "1.5e-7"), ("'' + 1e21", "1e+21"), ("'' + -123456789012345680000", "-123456789012345680000"),
      ("+'inf'", "NaN"), ("+'infinity'", "NaN"), ("+'nan'", "NaN"), ("+'0x'", "NaN"), ("+'-0x10'", "NaN"),
      ("+'1_0'", "NaN"), ("+'-Infinity'", "-Infinity"), ("+' 0x1F '", "31"), ("+'0b11' + +'0o17'", "18"),
      ("+'5.'", "5"), ("0b11 + 0o17", "18"), ("0X1E+5", "35"), ("'\\u00e9' == 'e\\u0301'", "false"),
      ("'\\u00e9' === 'e\\u0301'", "false"), ("1/* one */+ /**/2 // three", "3"),
    ])
  func values(text: String, expected: String) throws {
    let run = try ChartRun(
      scxml: "<state id='a'><onentry><log label='v' expr=\"\(text.escapedForMarkup)\"/></onentry></state>",
      attributes: "datamodel='ecmascript'")
    #expect(run.log == ["v \(expected)"])
  }

  @Test(
    "an expression outside the supported part is named",
    arguments: [
      ("010", "a number that begins with 0, as '010', is not supported"), ("0x", "'0x' is not a number"),
      ("'a\nb'", "a text does not end"), ("'\\1'", "an octal escape is not supported"),
      ("1 /* 2", "a comment does not end"),
    ])
  func unsupported(text: String, reason: String) {
    do throws(ScriptFailure) {
      _ = try ScriptParser.parse(text, states: [:])
      Issue.record("no error")
    } catch {
      #expect(error.reason == reason)
    }
  }

  @Test(
    "the cure of an expression's error fits",
    arguments: [
      ("In('paid')", "there is no state 'paid'; did you mean 'pai'?"),
      ("In('zz')", "there is no state 'zz'; name a state of this file"),
      ("1 +", "something is missing at its end; complete it"), ("'abc", "a text does not end; close the quotes"),
      ("1 + 2)", "')' is not expected; remove it"), ("1 2", "'2' is not expected; remove it, or add a sign"),
      ("_event.origin", "'_event.origin' is not supported; use 'name', 'type' or 'data'"),
      ("x++", "'++' is not supported here; write an expression without calls, loops and assignments"),
    ])
  func cures(text: String, sentence: String) throws {
    let (_, losses) = try SCXMLFiles.machine(
      "<scxml datamodel='ecmascript'><state id='pai'><transition cond=\"\(text)\"/></state></scxml>", name: "x",
      folder: "/nowhere", page: "x")
    #expect(losses.map(\.sentence) == ["'\(text)': \(sentence); else '<transition>' is skipped"])
  }

  @Test(
    "events that cannot be sent, and descriptors without an event, are named with their place",
    arguments: [
      ("1", false), ("a/b", false), ("a:b", false), ("go!", false), ("x*", false), ("*.*", false), ("a b/c", false),
      ("", false), (" ", false), (".", false), ("a..b", false), ("a..*", false), ("a.1", false),
      (".*", true), ("error.*", true), ("error", true), ("done.state.1", true), ("*", true), ("a.b", true),
      ("q.", true),
      ("q.*", true),
      ("ö-1_ x", true),
    ])
  func events(text: String, isRead: Bool) throws {
    func losses(_ body: String) throws -> [DiagramProblem] {
      try SCXMLFiles.machine(body, name: "x", folder: "/nowhere", page: "x").losses
    }
    let chart = "<scxml><state id='a'>\n<transition event='\(text)' target='a'/></state></scxml>"
    let own = try losses(chart)
    #expect(own.isEmpty == isRead)
    #expect(own.allSatisfy { "\($0.line):\($0.column) \($0.code)" == "2:13 E1231" }, "\(own)")
    let invoked = try losses("<scxml><state><invoke><content>\(chart)</content></invoke></state></scxml>")
    #expect(invoked.allSatisfy { $0.cause.contains("names no event") }, "\(invoked)")
  }

  @Test("an invoked file that cannot be read has one cure")
  func unreadable() {
    #expect {
      try SCXMLFiles.machine(
        "<scxml><state><invoke src='no'/></state></scxml>", name: "x", folder: "/nowhere", page: "x")
    } throws: {
      ($0 as? DiagramProblem)?.sentence == "'no' cannot be read: no such file; check the name and the folder"
    }
  }

  @Test("an escaped end of a line in a text continues it")
  func continuedText() throws {
    let expression = try ScriptParser.parse("'a\\\nb\\\r\nc'", states: [:])
    #expect(expression == .literal(.string("abc")))
  }

  @Test(
    "each error names its place and a fix",
    arguments: [
      ("<scxml/>", "1:1: the chart has no states; add a 'state' element"),
      ("<html/>", "1:1: the root element is 'html'; it must be 'scxml'"),
      ("<scxml>\n <state id='a'/>\n <state id='a'/></scxml>", "3:9: the id 'a' occurs twice; rename one state"),
      ("<scxml initial='b'><state id='a'/></scxml>", "1:8: there is no state 'b'; name a state of this file"),
      (
        "<scxml><state id='a' initial='b'><initial><transition target='b'/></initial><state id='b'/></state></scxml>",
        "1:22: the state has two initial states; keep the attribute or the element"
      ),
      ("<scxml><state></scxml>", "1:15: '</scxml>' closes '<state>' of line 1; write '</state>'"),
      ("<scxml><state id='a' id='b'/></scxml>", "1:22: the attribute 'id' occurs twice; keep one of them"),
      ("<scxml a=1/>", "1:10: the value of 'a' is not quoted; write a=\"...\""),
      (
        "<!DOCTYPE x><scxml/>",
        "1:1: a document type or another declaration is not read; remove it, and write its entities out"
      ),
      (
        "<?xml version='1.0' encoding='ISO-8859-1'?><scxml/>",
        "1:1: the encoding 'iso-8859-1' is not read; save the file as UTF-8"
      ),
      (
        "<?xml version='1.0' encoding = 'UTF-16'?><scxml/>",
        "1:1: the encoding 'utf-16' is not read; save the file as UTF-8"
      ),
      ("<?xml version='1.0' encoding = 'UTF-8'?><html/>", "1:41: the root element is 'html'; it must be 'scxml'"),
      (
        "<scxml>&lol;</scxml>",
        "1:8: an entity is not known; use '&lt;', '&gt;', '&amp;', '&quot;', '&apos;' or '&#...;'"
      ),
      (
        "<scxml><state><transition cond='1 && 2'/></state></scxml>",
        "1:35: '&&' is not allowed in XML; write '&amp;&amp;'"
      ),
      (
        "<scxml><datamodel><data id='q'/></datamodel><state><datamodel>\n<data id='q'/></datamodel></state></scxml>",
        "2:7: the data 'q' occurs twice; rename one of them"
      ),
      (
        "<scxml datamodel='lua'><state/></scxml>",
        "1:8: the data model 'lua' is not supported; use 'null' or 'ecmascript'"
      ),
    ])
  func mistakes(text: String, sentence: String) {
    do throws(DiagramProblem) {
      _ = try SCXMLFiles.machine(text, name: "x", folder: "/nowhere", page: "x")
      Issue.record("no error")
    } catch {
      #expect("\(error.line):\(error.column): \(error.sentence)" == sentence)
    }
  }

  @Test("what is not supported is named with its place; nothing is dropped silently")
  func losses() throws {
    let (_, losses) = try SCXMLFiles.machine(
      """
      <scxml datamodel='ecmascript'><script>var x = 1</script>
      <state id='a'><onentry><script>f()</script><x/></onentry>
      <transition cond='f(1)'/><transition cond='new Date()'/><transition cond='x = 1'/><transition cond='_event.origin'/>
      <invoke type='video'/><invoke srcexpr='x'/><y/></state></scxml>
      """, name: "x", folder: "/nowhere", page: "x")
    #expect(
      losses.map { "\($0.line): \($0.cause)" } == [
        "1: a script is not run", "2: a script is not run", "2: '<x>' is not understood in '<onentry>'",
        "3: 'f(1)': a function call is not supported", "3: 'new Date()': 'new' is not supported",
        "3: 'x = 1': '=' is not supported here", "3: '_event.origin': '_event.origin' is not supported",
        "4: the service 'video' is not supported", "4: 'srcexpr' is not supported",
        "4: '<y>' is not understood in '<state>'",
      ])
  }

  @Test(
    "3 to 6: attributes and elements that SCXML does not have there are named; those of other namespaces are ignored",
    arguments: [
      ("<q:y/><state id='a' q:x='1'><q:y/><transition><qt:editorinfo/></transition></state>", []),
      (
        "<state><onentry><q:assign/></onentry><transition><q:z/></transition><xi:include href='b'/></state>",
        [
          "'<q:assign>' is not understood in '<onentry>'; did you mean 'assign'?",
          "'<q:z>' is not understood in '<transition>'; remove it",
          "'<xi:include>' is not understood in '<state>'; remove it",
        ]
      ),
      (
        "<datamodel><data id=''/></datamodel><state id='a b'/><state id=''/>",
        [
          "the 'id' '' is not one word; write one", "the 'id' 'a b' is not one word; write one",
          "the 'id' '' is not one word; write one",
        ]
      ),
      ("<history><transition target='a'/></history><state id='a'/>", []),
      ("<state intial='z'/>", ["'<state>' has no attribute 'intial'; did you mean 'initial'?"]),
      (
        "<state><transition evnt='go' cnd='x'/></state>",
        [
          "'<transition>' has no attribute 'evnt'; did you mean 'event'?",
          "'<transition>' has no attribute 'cnd'; did you mean 'cond'?",
        ]
      ),
      (
        "<state><transition type='intrenal'/></state>",
        ["the 'type' 'intrenal' is not known; write 'internal' or 'external'"]
      ),
      (
        "<datamodel><data id='x' exp='3'/><datum id='y'/><data expr='1'/></datamodel><state/>",
        [
          "'<data>' has no attribute 'exp'; did you mean 'expr'?",
          "'<datum>' is not understood in '<datamodel>'; remove it",
          "'<data>' has no 'id'; add it",
        ]
      ),
      (
        "<state><onentry><send event='e' deley='2s'><parm name='q'/><param name='w'/></send></onentry></state>",
        [
          "'<send>' has no attribute 'deley'; did you mean 'delay'?",
          "'<parm>' is not understood in '<send>'; did you mean 'param'?",
          "'<param>' has no 'expr' or 'location'; add it",
        ]
      ),
      (
        "<state><initial><transition event='q' target='b'/></initial><state id='b'/></state>",
        ["'<transition>' has no attribute 'event'; remove it"]
      ),
      ("<parallel initial='b'><state id='b'/></parallel>", ["'<parallel>' has no attribute 'initial'; remove it"]),
      (
        "<state><onentry><send event='e' eventexpr='f'/></onentry></state>",
        ["'<send>' has both 'event' and 'eventexpr'; keep one of them"]
      ),
      (
        "<state><onentry><send event='e'><param name='a' expr='1'/><content>2</content></send></onentry></state>",
        ["'<content>' is beside other data; keep one of them; else '<send>' is skipped"]
      ),
      (
        "<state><invoke src='a.scxml'><content><scxml/></content></invoke></state>",
        ["the invocation has two charts; keep 'src' or 'content'; else '<invoke>' is skipped"]
      ),
      ("<state>hello</state>", ["a text is not understood in '<state>'; remove it"]),
      ("<state><datamodel/><datamodel/></state>", ["'<state>' has two '<datamodel>'; keep one of them"]),
      (
        "<datamodel><data id='x' expr='1'>2</data></datamodel><state/>",
        ["'<data>' has two values; keep the attribute or the content"]
      ),
      (
        "<datamodel><data id='x'><el/></data></datamodel><state/>",
        ["a content of elements is not understood; write a value; else '<data>' is skipped"]
      ),
      (
        "<state><onentry><send event='e' delay='1.5'/></onentry></state>",
        ["'1.5' is not a delay such as '500ms' or '5s'; add a unit; else '<send>' is skipped"]
      ),
      (
        "<state><onentry><assign location='x'><el/></assign><assign location='x'/></onentry></state>",
        [
          "a content of elements is not understood; write a value; else '<assign>' is skipped",
          "'<assign>' has no value; add 'expr'; else '<assign>' is skipped",
        ]
      ),
    ])
  func grammar(body: String, sentences: [String]) throws {
    let (_, losses) = try SCXMLFiles.machine(
      "<scxml datamodel='ecmascript'>\(body)</scxml>", name: "x", folder: "/nowhere", page: "x")
    #expect(losses.map(\.sentence) == sentences)
  }

  @Test("what is not understood is left out, and its place is named")
  func omitted() throws {
    let (definition, losses) = try SCXMLFiles.machine(
      "<scxml><state id='a'/>\n<final id='f'><transition event='e' target='a'/></final></scxml>", name: "x",
      folder: "/nowhere", page: "x")
    #expect(losses.map { "\($0.line):\($0.column)" } == ["2:15"])
    let machine = Machine(name: "x", variant: "", summary: "", definition: definition)
    #expect(machine.program.templates[0].chart?.description.transitions.isEmpty == true)
  }

  @Test("with a part that is not understood its transition or statement is skipped")
  func skipped() throws {
    let (definition, losses) = try SCXMLFiles.machine(
      """
      <scxml datamodel='ecmascript'><state id='a'><transition event='e' cond='f()' target='b'/>
        <transition event='e' target='c'/></state>
      <state id='b'/><state id='c'><onentry><if cond='true'><log label='one' expr='1'/><elseif cond='f()'/>
        <log label='two' expr='2'/></if><log label='three' expr='3'/></onentry></state></scxml>
      """, name: "x", folder: "/nowhere", page: "x")
    #expect(
      losses.map { "\($0.line): \($0.sentence)" } == [
        "1: 'f()': a function call is not supported; write an expression without calls, loops and assignments; "
          + "else '<transition>' is skipped",
        "3: 'f()': a function call is not supported; write an expression without calls, loops and assignments; "
          + "else '<if>' is skipped",
      ])
    var run = ChartRun(Machine(name: "x", variant: "", summary: "", definition: definition))
    #expect(run.send("e") == "c")
    #expect(run.log == ["three 3"])
  }

  @Test("a chart that never rests reaches a limit instead of running for ever")
  func endless() throws {
    let run = try ChartRun(
      scxml: "<state id='a'><transition target='b'/></state><state id='b'><transition target='a'/></state>")
    #expect(run.fault?.contains("microsteps") ?? false)
    let wide = try ChartRun(
      scxml: """
        <datamodel><data id='a' expr='[]'/></datamodel><state id='s'>
          <onentry>\(String(repeating: "<assign location='a' expr='[a, a]'/>", count: 60))</onentry></state>
        """, attributes: "datamodel='ecmascript'")
    #expect(wide.log.contains { $0.contains("more than 10000 parts") })
  }
}
