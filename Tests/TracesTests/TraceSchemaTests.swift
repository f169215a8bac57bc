import Testing
import Turns

@testable import Traces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The published schema of the trace")
struct TraceSchemaTests {
  @Test("it names the keys of every line in the order in which they are written")
  func keys() throws {
    let schema = try JSONParser.parse(try #require(Self.schema()))
    let turn = try #require(schema["$defs"]?["turn"]?["properties"]).keys
    #expect(turn == ["by", "event", "on", "dt", "value", "held"] + EffectKey.allCases.map(\.rawValue))
    var trace = TraceFileTests.login
    (trace.header.seed, trace.header.shown, trace.header.keys) = (.max, ["name"], ["items": "id"])
    trace.header.isCut = true
    let lines = TraceFile.encode(trace).split(separator: "\n").map { Array($0.utf8) }
    let header = try #require(schema["$defs"]?["header"]?["properties"]).keys
    #expect(try JSONParser.parse(lines[0]).keys == header)
    let begun = try #require(schema["$defs"]?["begun"]?["properties"]).keys
    var encoder = TraceEncoder()
    let begin = encoder.line(for: BegunStimulus("set", on: "pin", value: .secret("1234"), secret: "right"))
    #expect(try JSONParser.parse(Array(begin.utf8)).keys == begun && !begin.contains("1234"))
    let end = try #require(schema["$defs"]?["end"]?["properties"]).keys
    #expect(try JSONParser.parse(lines[lines.count - 1]).keys == end)
    for line in lines.dropFirst().dropLast() {
      let keys = try JSONParser.parse(line).keys
      #expect(keys.starts(with: ["by", "event"]))
      #expect(keys == turn.filter(keys.contains))
    }
  }

  /// The schema's bytes, found from this file.
  private static func schema() -> [UInt8]? {
    let path =
      #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Documentation/trace.schema.json"
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
  }
}

extension JSONNode {
  fileprivate subscript(_ key: String) -> JSONNode? {
    guard case .object(let fields) = content else { return nil }
    return fields.first { $0.key == key }?.node
  }

  fileprivate var keys: [String] {
    guard case .object(let fields) = content else { return [] }
    return fields.map(\.key)
  }
}
