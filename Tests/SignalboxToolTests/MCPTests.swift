import Foundation
import PtySupport
import Statecharts
import Testing
import Traces

/// `signalbox serve --mcp`: the Model Context Protocol over stdio.
@Suite("The API for agents")
struct MCPTests {
  private func answers(_ messages: [String]) throws -> [Value] {
    let run = try ToolRun(["serve", "--mcp"], lines: messages, in: ScratchFolder())
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    return try run.output.split(separator: "\n").map { try Value(json: String($0)) }
  }

  private func message(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  @Test(
    "the version is the client's where it is known, else the newest",
    arguments: [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")])
  func versions(_ asked: String, _ answered: String) throws {
    let answer = try answers([message(0, "initialize", #"{"protocolVersion":"\#(asked)","capabilities":{}}"#)])[0]
    #expect(answer["result"]?["protocolVersion"] == .string(answered) && answer["id"] == 0)
    #expect(answer["result"]?["serverInfo"]?["name"] == "signalbox")
    #expect(answer["result"]?["capabilities"] == ["tools": [:]])
  }

  @Test("tools are listed and called; an error of the API is an answer with isError")
  func tools() throws {
    let answers = try answers([
      message(0, "initialize"), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, message(1, "ping"),
      message(2, "tools/list"), message(3, "tools/call", #"{"name":"open","arguments":{"machine":"login@original"}}"#),
      message(4, "tools/call", #"{"name":"do","arguments":{"command":"set name \"x\""}}"#),
      message(5, "tools/call", #"{"name":"do","arguments":{"command":"tap logn"}}"#),
      message(6, "tools/call", #"{"name":"do","arguments":{"line":"x"}}"#),
    ]).sorted { ($0["id"]?.json ?? "") < ($1["id"]?.json ?? "") }
    #expect(answers.map { $0["id"] } == [0, 1, 2, 3, 4, 5, 6], "a mistake is answered at once, a call in its turn")
    #expect(answers[1]["result"] == [:])
    guard case .list(let tools)? = answers[2]["result"]?["tools"] else { return }
    #expect(tools.count == 12 && tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
    #expect(answers.suffix(4).map { $0["result"]?["isError"] } == [false, false, true, true])
    let texts = try answers.suffix(4).map { answer -> Value in
      guard case .list(let content)? = answer["result"]?["content"], case .string(let text)? = content[0]["text"] else {
        return .null
      }
      return try Value(json: text)
    }
    #expect(texts[1]["at"] == "@1" && texts[1]["id"] == nil)
    #expect(texts[2]["error"]?["code"] == "E1021" && texts[3]["error"]?["code"] == "E1403")
  }

  @Test("a call is cancelled by a notification")
  func cancelled() throws {
    let answers = try answers([
      message(1, "tools/call", #"{"name":"explore","arguments":{"machine":"goods@fixed","steps":10000000}}"#),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#, message(2, "ping"),
    ])
    #expect(
      answers.map { $0["id"] }.count == 2 && answers.contains { $0["id"] == 1 && $0.json.contains("interrupted") })
  }

  private static let python = "\(ReadmeTests.root)/.build/mcp/bin/python"

  private static let client = """
    import asyncio, json, sys
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def main(tool):
        async with stdio_client(StdioServerParameters(command=tool, args=["serve", "--mcp"])) as (read, write):
            async with ClientSession(read, write) as session:
                print((await session.initialize()).server_info.name)
                await session.send_ping()
                print(len((await session.list_tools()).tools))
                async def call(name, **arguments):
                    result = await session.call_tool(name, arguments)
                    print(name, result.is_error)
                    return json.loads(result.content[0].text)
                await call("open", machine="login@original")
                verdict = (await call("explore", steps=300))["verdict"]
                print((await call("replay", machine="login@original", script=verdict["script"]))["verdict"]["is"])
                await call("do", command="tap logn")

    asyncio.run(main(sys.argv[1]))
    """

  @Test(
    "the reference client agrees with it",
    .enabled(if: FileManager.default.fileExists(atPath: python), "'Scripts/setup --package' installs it"))
  func referenceClient() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.client, to: "client.py")
    let run = try ToolRun.shell("'\(Self.python)' client.py \"$S\"", in: folder)
    #expect(
      run.output == "signalbox\n12\nopen False\nexplore False\nreplay False\nbroken\ndo True\n", "\(run.errors)")
  }

  @Test("bad messages are errors of JSON-RPC, and the next one is answered")
  func bad() throws {
    let answers = try answers([
      "nonsense", "[]", #"{"id":1}"#, message(2, "resources/list"), message(3, "tools/call", #"{"name":"cancel"}"#),
      message(4, "tools/call", #"{"name":"do","arguments":[]}"#), #"{"jsonrpc":"2.0","id":5,"result":{}}"#,
      message(6, "ping"),
    ])
    #expect(
      answers.map { $0["error"]?["code"] } == [-32_700, -32_600, -32_600, -32_601, -32_602, -32_602, nil])
    #expect(answers.last?["id"] == 6)
  }
}
