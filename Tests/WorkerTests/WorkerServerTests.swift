import Files
import Testing
import Traces
import Turns
import Worker

@Suite("The side of a worker that answers")
struct WorkerServerTests {
  private struct Odd: Error {}

  /// The answers to the lines that another program prints.
  private func answers(_ lines: [String], version: Int = Wire.version) throws -> [String] {
    let requests = try ChildProcess("printf", ["printf", "%s\\n"] + lines)
    var answers: [String] = []
    try WorkerServer.run(
      reading: requests.lines, version: version,
      writing: { (line) throws(FileError) in answers.append(line) },
      refusing: { error, line, column in
        switch error {
        case let problem as Wire.Problem: [.int(line), .int(column), .string(problem.sentence)]
        case let unknown as Wire.UnknownVersion: ["asked": .int(unknown.asked), "own": .int(unknown.own)]
        default: .string("\(error)")
        }
      },
      answering: { name, request in
        let number = try request.member("number").number
        guard number.isMultiple(of: 2) else { throw Odd() }
        return [Member(name, .int(number / 2))]
      })
    return answers
  }

  @Test("a line of answer comes for each line, whatever it is")
  func lines() throws {
    #expect(
      try answers([
        #"{"ask":"half","v":1,"number":8}"#, #"{"ask":"half","v":1,"number":7}"#, #"{"ask":"half","v":1}"#,
        #"{"v":1}"#, #"{"ask":"half"}"#, "[]", "  nonsense", #"{"ask":"half","v":1,"number":6}"#,
      ]).map { $0.replacing(#/"expected.*?"\]/#, with: "...]") } == [
        #"{"half":4}"#, #"{"error":"Odd()"}"#, #"{"error":[3,1,"'number' is missing"]}"#,
        #"{"error":[4,1,"'ask' is missing"]}"#, #"{"error":[5,1,"'v' is missing"]}"#,
        #"{"error":[6,1,"'[]' is not an object"]}"#, #"{"error":[7,3,...]}"#, #"{"half":3}"#,
      ])
  }

  @Test(
    "an unknown version is refused with both versions, be the worker the newer or the older",
    arguments: [(1, 2), (2, 1)])
  func versions(_ client: Int, _ worker: Int) throws {
    let request = #"{"ask":"half","v":\#(client),"number":8}"#
    let answer = try #require(try answers([request], version: worker).first)
    let process = try WorkerProcess(
      "bash", ["bash", "-c", #"read -r line; [ "$line" = "$1" ] && echo "$2"; read"#, "bash", request, answer],
      version: client)
    let failure = try #require(
      throws: WorkerFailure.self,
      performing: {
        try process.ask("half", [Member("number", 8)], withinSeconds: Wire.greetingSeconds) {
          (answer) throws(Wire.Problem) in _ = try answer.member("half")
        }
      })
    guard case .refused(let error) = failure.reason else { throw Odd() }
    #expect(error == ["asked": .int(client), "own": .int(worker)])
  }
}
