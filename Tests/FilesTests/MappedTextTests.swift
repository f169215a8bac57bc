import Foundation
import Testing

@testable import Files

/// Files as memory.
struct MappedTextTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("mapped-\(UUID().uuidString)").path

  private func write(_ text: [UInt8]) throws { try Data(text).write(to: URL(fileURLWithPath: path)) }

  @Test("a file's bytes are there, however it ends in its last page", arguments: [1, 4_095, 4_096, 4_097, 20_000])
  func bytes(count: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    try write(text)
    let mapped = try #require(MappedText(path, limit: count, lineLimit: count))
    #expect(Array(mapped.bytes) == text && mapped.isWhole)
    #expect(MappedText(path, limit: count - 1, lineLimit: count) == nil)
    #expect(MappedText(path, limit: count, lineLimit: count - 1) == nil)
  }

  @Test("what is no text, is empty, or is no file is not mapped")
  func refused() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(MappedText(path, limit: 9, lineLimit: 9) == nil)
    for text in [[], [0], [0xFF], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      try write(text)
      #expect(MappedText(path, limit: 9, lineLimit: 9) == nil)
    }
    #expect(MappedText("/", limit: 9, lineLimit: 9) == nil && MappedText("/dev/null", limit: 9, lineLimit: 9) == nil)
  }

  @Test("what is cut off from it reads as zeros, and it says so; nobody is killed")
  func cut() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write([UInt8](repeating: UInt8(ascii: "a"), count: 100_000))
    for _ in 0..<3 {
      let mapped = try #require(MappedText(path, limit: 100_000, lineLimit: 100_000))
      let other = try #require(MappedText(path, limit: 100_000, lineLimit: 100_000))
      #expect(truncate(path, 4_096) == 0)
      #expect(mapped.bytes[4_095] == UInt8(ascii: "a") && mapped.isWhole)
      #expect(mapped.bytes[99_999] == 0 && mapped.bytes[50_000] == 0)
      #expect(!mapped.isWhole && other.isWhole)
      #expect(other.bytes[65_536] == 0 && !other.isWhole)
      #expect(truncate(path, 100_000) == 0)
      try write([UInt8](repeating: UInt8(ascii: "a"), count: 100_000))
    }
  }
}
