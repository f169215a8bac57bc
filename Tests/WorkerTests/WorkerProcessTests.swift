import Testing
import Turns
import Worker

@Suite("A worker")
struct WorkerProcessTests {
  private func worker(_ script: String, version: Int = Wire.version) throws -> WorkerProcess {
    try WorkerProcess("bash", ["bash", "-c", script], version: version)
  }

  private func failure(
    of worker: WorkerProcess, asked name: String = "hello", withinSeconds seconds: Int? = nil
  ) throws -> WorkerFailure {
    try #require(
      throws: WorkerFailure.self,
      performing: {
        try worker.ask(name, withinSeconds: seconds) { (answer) throws(Wire.Problem) in _ = try answer.member("hello") }
      })
  }

  @Test("gets a line with the name, the version and the members, and answers with a line")
  func request() throws {
    let echo = try worker(#"while read -r line; do echo "{\"got\":$line}"; done"#, version: 7)
    for number in 1...2 {
      let got = try echo.ask("add", [Member("number", .int(number))]) { (answer) throws(Wire.Problem) in
        try answer.member("got")
      }
      #expect(got == ["ask": "add", "v": 7, "number": .int(number)])
    }
  }

  @Test("answers other requests after one that it refused")
  func refusal() throws {
    let worker = try worker(#"read; echo '{"error":"no"}'; read; echo '{"hello":1}'; read"#)
    guard case .refused("no") = try failure(of: worker).reason else { throw Unexpected() }
    try worker.ask("hello") { (answer) throws(Wire.Problem) in _ = try answer.member("hello") }
  }

  @Test(
    "that ends fails with its exit code or its signal and what was requested, again and again",
    arguments: [("exit 3", 3), ("exec true", 0), ("exec cat nothing 2>&-", 1), ("read; kill -9 $$", 137)])
  func death(_ script: String, _ wanted: Int32) throws {
    let worker = try worker(script)
    for name in ["first", "second"] {
      let failure = try failure(of: worker, asked: name)
      guard case .ended(let code) = failure.reason else { throw Unexpected() }
      #expect(code == wanted && failure.request == "first")
    }
  }

  @Test(
    "that answers something else fails with what is wrong",
    arguments: [
      ("exec cat", "'hello' is missing"), ("exec yes", "column 1: "),
      ("echo '[]'; exec sleep 1000", "is not an object"),
      ("printf '\\377\\n'; exec sleep 1000", "UTF-8"),
    ])
  func unreadable(_ script: String, _ sentence: String) throws {
    let failure = try failure(of: worker(script))
    guard case .unreadable(let problem) = failure.reason else { throw Unexpected() }
    #expect(problem.sentence.contains(sentence), "\(problem.sentence)")
  }

  @Test(
    "that does not answer in time is killed",
    arguments: [
      "exec sleep 1000", "trap '' TERM INT; while :; do :; done", "exec cat /dev/zero", "printf '{'; exec sleep 1000",
    ])
  func late(_ script: String) throws {
    let failure = try failure(of: worker(script), withinSeconds: 1)
    guard case .late(seconds: 1) = failure.reason else { throw Unexpected() }
  }

  @Test("may take long for an answer where no limit is named")
  func slow() throws {
    let worker = try worker(#"read; echo '{"hello":1}'; read; sleep 1.2; echo '{"hello":2}'"#)
    for (seconds, wanted) in [(Wire.greetingSeconds, 1), (nil, 2)] as [(Int?, Value)] {
      let hello = try worker.ask("hello", withinSeconds: seconds) { (answer) throws(Wire.Problem) in
        try answer.member("hello")
      }
      #expect(hello == wanted)
    }
  }
}

private struct Unexpected: Error {}
