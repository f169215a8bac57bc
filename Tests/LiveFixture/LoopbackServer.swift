import Foundation

/// The server of server.py, as a child that ends with this process.
final class LoopbackServer {
  let port: UInt16
  private let process = Process()
  /// The server ends when its input does, even if this process is killed.
  private let input = Pipe()

  init(script: String, seed: UInt64) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script, "\(seed)"]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("the server said '\(line)'")
    }
    self.port = port
  }

  deinit { process.terminate() }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Requests over sockets, so that a cancelled one ends at once.
struct Client: Sendable {
  let port: UInt16

  func get(_ path: String) async throws -> (status: Int, text: String) {
    let socket = try Socket(port)
    return try await withTaskCancellationHandler {
      let answer = await withCheckedContinuation { done in
        DispatchQueue.global().async { done.resume(returning: socket.ask("GET \(path) HTTP/1.0\r\n\r\n")) }
      }
      try Task.checkCancellation()
      let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
      guard let status = answer.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
        throw Failure("the connection was dropped")
      }
      return (status, parts.count > 1 ? String(parts[1]) : "")
    } onCancel: {
      socket.shut()
    }
  }
}

private final class Socket: Sendable {
  private let descriptor: Int32

  init(_ port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure("no connection")
    }
  }

  deinit { close(descriptor) }

  /// The whole answer; empty if the connection was dropped.
  func ask(_ request: String) -> String {
    let bytes = Array(request.utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return "" }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 { answer += piece.prefix(count) }
    return String(decoding: answer, as: UTF8.self)
  }

  func shut() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
