import Console
import Exploration
import Statecharts
import ViewModels
import Worker

/// A machine of another version of the tool; its scripts are spelled as the machine of this one has them.
struct RemoteTeller: ScriptTeller {
  let machine: Machine
  let tool: OtherTool

  var name: String { "base-\(machine.title)" }

  func lines(of script: [DrivenStimulus]) -> [String?] { machine.lines(of: script) }

  func transcript(of commands: [String], titled title: String) throws -> ScriptFile.Telling {
    let question = [
      Member("machine", .string(machine.title)), Member("title", .string(title)),
      Member("commands", .list(commands.map(Value.string))),
    ]
    return try tool.ask(.transcript, question) { (answer) throws(Wire.Problem) in
      if let reason = try answer.optional("refused")?.text { return .refused(reason: reason) }
      return .text(try answer.member("transcript").text)
    }
  }
}
