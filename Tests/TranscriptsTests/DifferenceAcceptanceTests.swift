import Testing

@testable import Transcripts

struct DifferenceAcceptanceTests {
  /// The places of the blocks that differ, each with that of the block that explains it.
  private static func causes(_ body: String, _ outputs: [[String]]) throws -> [Int: Int?] {
    let result = try report(body, outputs).cases[0]
    return Dictionary(result.failures.map { ($0, result.blocks[$0].cause) }) { first, _ in first }
  }

  @Test("two stale lines in one case are two differences: neither follows from the other")
  func independent() throws {
    #expect(try Self.causes("> x\n| a 1\n> y\n| b 1\n", [[], ["a 2"], ["b 2"]]) == [1: nil, 2: nil])
  }

  @Test("a line that refers to a name follows when it holds for the value that came, whatever its kind")
  func names() throws {
    let body = "> x\n| request {id: <int as n>}\n> y\n| reply <=n>\n"
    #expect(try Self.causes(body, [[], [#"request {id: "s"}"#], [#"reply "s""#]]) == [1: nil, 2: 1])
    #expect(try Self.causes(body, [[], [#"request {id: "s"}"#], [#"reply "t""#]]) == [1: nil, 2: nil])
  }

  @Test("a name whose line did not come is what its first use says")
  func unknownNames() throws {
    let body = "> x\n| a <int as n>\n| z\n> y\n| b <=n>\n> w\n| c <=n>\n"
    #expect(try Self.causes(body, [[], ["z"], ["b 7"], ["c 7"]]) == [1: nil, 2: 1, 3: 1])
    #expect(try Self.causes(body, [[], ["z"], ["b 7"], ["c 8"]]) == [1: nil, 2: 1, 3: nil])
  }

  @Test("a change that only begins where the accepted one ended follows; one that ends elsewhere does not")
  func carried() throws {
    let body = "> x\n| login idle -> busy\n> y\n| +5ms login busy -> idle\n"
    let first = ["login idle -> failed"]
    #expect(try Self.causes(body, [[], first, ["+5ms login failed -> idle"]]) == [1: nil, 2: 1])
    #expect(try Self.causes(body, [[], first, ["+5ms login failed -> done"]]) == [1: nil, 2: nil])
    #expect(try Self.causes(body, [[], first, ["+6ms login failed -> idle"]]) == [1: nil, 2: nil])
  }

  @Test("a change to what the field is already is no line")
  func vanished() throws {
    let body = "> x\n| name \"a\" -> \"b\"\n> y\n| name \"b\" -> \"a\"\n"
    #expect(try Self.causes(body, [[], [], []]) == [1: nil, 2: 1])
  }

  @Test("a field that is again what was expected explains nothing any more")
  func reconverged() throws {
    let body = "> x\n| n 1 -> 2\n> y\n| n 2 -> 5\n> z\n| n 5 -> 6\n> w\n| n 6 -> 7\n"
    let outputs = [[], ["n 1 -> 3"], ["n 3 -> 5"], ["n 5 -> 6"], ["n 6 -> 8"]]
    #expect(try Self.causes(body, outputs) == [1: nil, 2: 1, 4: nil])
  }

  @Test("a line that moved to another command is one difference")
  func moved() throws {
    #expect(try Self.causes("> x\n| push home\n> y\n| b\n", [[], [], ["b", "+9ms push home"]]) == [1: nil, 2: 1])
    #expect(try Self.causes("> x\n| b\n> y\n| push home\n", [[], ["b", "push home"], []]) == [1: nil, 2: 1])
    #expect(try Self.causes("> x\n| push home\n> y\n| b\n", [[], [], ["c", "push home"]]) == [1: nil, 2: nil])
  }

  @Test("what follows is told at the latest of the differences that it needs")
  func latest() throws {
    let body = "> x\n| a 1 -> 2\n> y\n| b 1 -> 2\n> z\n| a 2 -> 3\n| b 2 -> 3\n"
    let outputs = [[], ["a 1 -> 9"], ["b 1 -> 8"], ["a 9 -> 3", "b 8 -> 3"]]
    #expect(try Self.causes(body, outputs) == [1: nil, 2: nil, 3: 2])
    let result = try report(body, outputs).cases[0]
    #expect(result.ownFailures == [1, 2] && result.followers(of: 2) == [3])
  }
}
