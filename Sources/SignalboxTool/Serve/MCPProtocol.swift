import Statecharts
import Traces

/// The Model Context Protocol over the same server: JSON-RPC, each request of the API a tool.
struct MCPProtocol: ServeProtocol {
  /// Newest first.
  static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private enum Fault: Int {
    case notJSON = -32_700
    case notARequest = -32_600
    case unknownMethod = -32_601
    case wrongParameters = -32_602
  }

  func text(of answer: ServeAnswer, to id: Value) -> String {
    // The client knows the id and the version from the envelope.
    let members = answer.members.filter { $0.name != "v" && $0.name != "id" }
    return Self.result(
      [
        "content": [["type": "text", "text": .string(Value.record(members).json)]], "isError": .bool(answer.isError),
      ], to: id)
  }

  func read(_ line: String) -> ServeLine {
    let message: Value
    do throws(TextError) {
      message = try Value(json: line)
    } catch {
      return .answer(Self.error(.notJSON, error.description, to: .null))
    }
    guard let id = ServeLine.id(message["id"]) else {
      return .answer(Self.error(.notARequest, "the id is not a short text or a whole number", to: .null))
    }
    guard message["jsonrpc"] == "2.0", case .string(let method)? = message["method"] else {
      // An answer to a request of this server; it makes none.
      if message["result"] != nil || message["error"] != nil { return .nothing }
      return .answer(Self.error(.notARequest, "this is no message of JSON-RPC 2.0", to: id))
    }
    let parameters = message["params"] ?? [:]
    guard message["id"] != nil else { return notification(method, parameters) }
    return request(method, parameters, id)
  }

  private func notification(_ method: String, _ parameters: Value) -> ServeLine {
    guard method == "notifications/cancelled", let target = parameters["requestId"] else { return .nothing }
    return .cancel(target: target, nil)
  }

  private func request(_ method: String, _ parameters: Value, _ id: Value) -> ServeLine {
    switch method {
    case "initialize": .answer(Self.result(greeting(parameters), to: id))
    case "ping": .answer(Self.result([:], to: id))
    case "tools/list": .answer(Self.result(["tools": .list(Self.tools)], to: id))
    case "tools/call": call(parameters, id)
    default: .answer(Self.error(.unknownMethod, "unknown method '\(method.shownName)'", to: id))
    }
  }

  private func greeting(_ parameters: Value) -> Value {
    let version = Self.versions.first { parameters["protocolVersion"] == .string($0) } ?? Self.versions[0]
    return [
      "protocolVersion": .string(version), "capabilities": ["tools": [:]],
      "serverInfo": ["name": .string(ExecutableName.standard), "version": .string(SignalboxTool.version)],
      "instructions":
        "Drives and searches view models as state machines: 'list', 'open', then 'do', 'moves', 'path' and 'explore'.",
    ]
  }

  static let tools = ServeRequest.all.filter(\.isTool).map { request -> Value in
    ["name": .string(request.name), "description": .string(request.summary), "inputSchema": request.schema]
  }

  private func call(_ parameters: Value, _ id: Value) -> ServeLine {
    guard case .string(let name)? = parameters["name"], let request = ServeRequest.named(name), request.isTool else {
      return .answer(Self.error(.wrongParameters, "unknown tool; 'tools/list' lists them", to: id))
    }
    guard case .record(let members) = parameters["arguments"] ?? [:] else {
      return .answer(Self.error(.wrongParameters, "'arguments' is not an object", to: id))
    }
    do throws(ServeError) {
      return .call(ServeCall(id: id, request: request, arguments: try ServeArguments(members, of: request)))
    } catch {
      return .refusal(id: id, error)
    }
  }

  private static func result(_ result: Value, to id: Value) -> String {
    (["jsonrpc": "2.0", "id": id, "result": result] as Value).json
  }

  private static func error(_ fault: Fault, _ message: String, to id: Value) -> String {
    let error: Value = ["code": .int(fault.rawValue), "message": .string(message)]
    return (["jsonrpc": "2.0", "id": id, "error": error] as Value).json
  }
}
