import Files
import Traces
import Turns

package enum WorkerServer {
  /// Answers all requests, also invalid or refused ones, until the input ends.
  ///
  /// `refusal` makes the answer to an error, with the request's line and column. `write` must write at once. `first`
  /// was read already.
  package static func run(
    first: InputLine? = nil,
    reading lines: LineReader,
    version: Int = Wire.version, writing write: (String) throws(FileError) -> Void,
    refusing refusal: (_ error: any Error, _ line: Int, _ column: Int) -> Value,
    answering answer: (_ name: String, _ request: Value) throws -> [Member]
  ) throws(FileError) {
    var first = first
    while let line = first ?? lines.next() {
      first = nil
      let text = try line.text.get()
      var column = 1
      let reply: [Member]
      do {
        let request = try Self.request(text, version, &column)
        reply = try answer(try request.member("ask").text, request)
      } catch {
        reply = [Member("error", refusal(error, line.number, column))]
      }
      try write(Value.record(reply).revealedJSON)
    }
  }

  private static func request(_ text: String, _ version: Int, _ column: inout Int) throws -> Value {
    let request: Value
    do throws(TextError) {
      request = try Value(json: text)
    } catch {
      column = error.column
      throw Wire.Problem(sentence: error.sentence)
    }
    let asked = try request.member("v").number
    guard asked == version else { throw Wire.UnknownVersion(asked: asked, own: version) }
    return request
  }
}
