import Testing
import Turns

@testable import Traces

@Suite("Actions of a model checker's trace")
struct ITFActionsTests {
  private static func actions(_ states: String...) throws(ITFError) -> [ITFActions.Action] {
    try ITFActions(Array("{\"vars\":[],\"states\":[{}\(states.map { "," + $0 }.joined())]}".utf8)).actions
  }

  private static func error(_ text: String) -> String? {
    do throws(ITFError) {
      _ = try ITFActions(Array(text.utf8))
      return nil
    } catch {
      return "\(error.reason.code) \(error.line):\(error.column): \(error.sentence)"
    }
  }

  @Test("a text, a variant with a unit, a value, a record or a tuple, and what Quint picked")
  func forms() throws {
    let actions = try Self.actions(
      ##"{"action":"tap login"}"##, ##"{"action":{"tag":"Back","value":{"#tup":[]}}}"##,
      ##"{"action":{"tag":"Name","value":"a"}}"##,
      ##"{"action":{"tag":"Name","value":{"text":"a","n":{"#bigint":"12345678901"}}}}"##,
      ##"{"action":{"tag":"Name","value":{"#tup":[true,{"#set":[1]},{"#map":[["k",{"tag":"Some","value":2}]]}]}}}"##)
    #expect(actions.map(\.name) == ["tap login", "Back", "Name", "Name", "Name"])
    #expect(
      actions.map(\.arguments) == [
        [], [], ["a"], ["a", 12_345_678_901], [true, [1], .record([Member("k", 2)])],
      ])
    #expect(actions[0].line == 1 && actions[0].column == 35)
    let quint = try Self.actions(
      ##"{"mbt::actionTaken":"step","mbt::nondetPicks":{"a":{"tag":"None","value":{}},"b":{"tag":"Some","value":"x"}}}"##
    )
    #expect(quint.map(\.name) == ["step"] && quint[0].arguments == ["x"])
  }

  @Test("what is wrong has its place and its cure")
  func errors() {
    #expect(
      Self.error("[]")
        == "E1202 1:1: this is no trace in the Informal Trace Format; it must be an object with 'vars' and 'states'")
    #expect(Self.error("{\"vars\":[],\n \"states\":3}")?.hasPrefix("E1202 1:1: ") == true)
    #expect(
      Self.error("{\"vars\":[\"x\"],\n\"states\":[\n {\"x\":1}]}")
        == "E1203 3:2: no state says what led to it; give the model a variable 'action' with the name of what it does, or let "
        + "Quint write 'mbt::actionTaken'")
    #expect(
      Self.error("{\"vars\":[],\"states\":[{\"action\":\"\"},\n\n  {}]}")
        == "E1204 3:3: state 1 lacks the variable 'action', which the others have; add it")
    #expect(
      Self.error("{\"vars\":[],\"states\":[{},\n{\"a\":\"错\",\"action\":7}]}")
        == "E1205 2:19: the action of state 1 is neither a text nor a variant with a tag and a value")
    #expect(
      Self.error("{\"vars\":[],\"states\":[{},{\"action\":{\"tag\":\"a\",\n\"value\":{\"#unserializable\":\"x\"}}}]}")
        == "E1206 2:9: no command can hold this '#unserializable'; give a text, a number, a list or a record")
    #expect(Self.error("{\"vars\":[],\n\"states\":[").map { $0.hasPrefix("E2010 2:11: ") } == true)
    #expect(Self.error("{\"vars\":[],\"states\":[]}")?.hasPrefix("E1203 1:1: ") == true)
  }

  @Test("any bytes give a result or an error: every beginning and every changed byte of a file")
  func total() {
    let bytes = Array(
      ##"{"vars":["action"],"states":[{"action":""},{"action":{"tag":"x","value":{"#map":[["k",1]]}}}]}"##.utf8)
    for count in bytes.indices { #expect(Self.error(String(decoding: bytes[..<count], as: UTF8.self)) != nil) }
    for index in bytes.indices {
      for byte in [0x00, 0x22, 0x5B, 0x7B, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = byte
        _ = try? ITFActions(changed)
      }
    }
  }
}
