import Console
import Foundation
import PtySupport
import SeededRandom
import Testing

@testable import Traces

/// Files that are no snapshots, are damaged or forged, or are of another definition.
struct SnapshotDamageTests {
  /// A login whose request is under way.
  private func login(in folder: ScratchFolder) throws -> String {
    let lines = [
      "set name \"abcdef\"", "set password \"hunter2\"", "tap login", "advance 300ms", "save --snapshot a.snapshot",
    ]
    #expect(try ToolRun(["login@fixed"], lines: lines, in: folder).code == 0)
    return try folder.text("a.snapshot")
  }

  /// A change of the file, whether its end line is made to fit, and what is told behind `error[`.
  static let damages: [(change: @Sendable (String) -> String, isSigned: Bool, message: String)] = [
    (
      { _ in "" }, false,
      "E2121]: x.snapshot:1:1: this is not a snapshot; its first line must begin with '{\"snapshot\":1'"
    ),
    (
      { _ in "%transcript 1\n%machine login@fixed\n" }, false,
      "E2121]: x.snapshot:1:1: this is not a snapshot; its first line must begin with '{\"snapshot\":1'"
    ),
    (
      { $0.replacing("{\"snapshot\":1,", with: "{\"snapshot\":\"1\",") }, true,
      "E2121]: x.snapshot:1:1: this is not a snapshot; its first line must begin with '{\"snapshot\":1'"
    ),
    (
      { $0.replacing("{\"snapshot\":1,", with: "{\"snapshot\":2,") }, true,
      "E2040]: x.snapshot:1:1: version 2 of the snapshot is unknown; this program reads version 1"
    ),
    (
      { $0.replacing("\"machine\":\"login@fixed\",", with: "") }, true,
      "E2010]: x.snapshot:1:1: the key 'machine' is missing; add it"
    ),
    (
      { $0.replacing(#","definition":"[0-9a-f]+""#, to: "") }, true,
      "E2010]: x.snapshot:1:1: the key 'definition' is missing; add it"
    ),
    (
      { $0.replacing("\"machine\":\"login@fixed\",", with: "\"machine\":7,") }, true,
      "E2010]: x.snapshot:1:1: the value of 'machine' is not a text; correct it"
    ),
    (
      { String($0.utf8.split(separator: 0x0A)[0])! }, false,
      "E2122]: x.snapshot:1:1: the snapshot ends here without its end line; save it again"
    ),
    ({ $0.lines(3) }, false, "E2122]: x.snapshot:4:1: the snapshot ends here without its end line; save it again"),
    ({ $0.lines(10) }, false, "E2122]: x.snapshot:11:1: the snapshot ends here without its end line; save it again"),
    ({ $0 + $0 }, false, "E2123]: x.snapshot:12:1: nothing may follow the end line; remove this line"),
    (
      { $0.replacing("{\"work\":", with: "{\"labour\":") }, true,
      "E2124]: x.snapshot:10:1: this line is no instance, no work and no end in its place; save the snapshot again"
    ),
    (
      { $0.replacing("abcdef", with: "abcdeg") }, false,
      "E2125]: x.snapshot:11:1: the lines above are not those that were saved; save the snapshot again"
    ),
    (
      { $0.replacing("\"machine\":\"login@fixed\"", with: #""machine":"\u001b]0;页面\u0007""#) }, true,
      "E2126]: x.snapshot:1:1: this is a snapshot of '\\u{1B}]0;页面\\u{7}', which this program does not have; "
        + "open it with the program that does"
    ),
    (
      { $0.replacing(#""definition":"[0-9a-f]+""#, to: #""definition":"000000000000""#) }, true,
      "E2127]: x.snapshot:1:1: the definition has changed since this was saved; '--migrate' keeps what still fits"
    ),
    (
      { $0.replacing("\"login.failed\"", with: "\"login.lost\"") }, true,
      "E2127]: x.snapshot:2:1: the definition has changed since this was saved (state 'login.lost' of 'Login' is gone, "
        + "state 'login.failed' of 'Login' is new); '--migrate' keeps what still fits"
    ),
    (
      { $0.replacing("\"time\":300", with: "\"time\":-1") }, true,
      "E2128]: x.snapshot:3:1: 'time' is not an integer from 0; save the snapshot again"
    ),
    (
      { $0.replacing("{\"instance\":5,", with: "{\"instance\":6,") }, true,
      "E2128]: x.snapshot:4:1: instance 5 is mentioned and does not fit; save the snapshot again"
    ),
    (
      { $0.replacing("{\"instance\":5,", with: "{\"instance\":9007199254740991,") }, true,
      "E2128]: x.snapshot:9:1: 'instance' is not the next place of the table; save the snapshot again"
    ),
    (
      { $0.replacing("\"fields\":{\"name\":\"abcdef\"", with: "\"fields\":{\"name\":7") }, true,
      "E2128]: x.snapshot:4:1: field 'name' of 'Login' cannot hold this value; save the snapshot again"
    ),
    (
      { $0.replacing("\"configuration\":[0,1,4]", with: "\"configuration\":[0,1,3,4]") }, true,
      "E2128]: x.snapshot:4:1: 'Login' cannot stand in these states together; save the snapshot again"
    ),
    (
      { $0.replacing("\"properties\":[[false,false]", with: "\"properties\":[[7,false]") }, true,
      "E2128]: x.snapshot:4:1: property 'one edit assigns the name at most twice' cannot remember this value; save the "
        + "snapshot again"
    ),
    (
      { $0.replacing("hunter2", with: "hunter\"2") }, false,
      "E2010]: x.snapshot:4:209: expected ',' or '}', found '...'"
    ),
    (
      { $0.replacing(##"{"#revealed":"hunter2"}"##, with: ##"{"#hunter2":1}"##) }, false,
      "E2010]: x.snapshot:4:200: the key '...' is unknown in this version; remove it"
    ),
    (
      { $0.replacing("\"time\":300", with: "\"time\":300,\"time\":300") }, true,
      "E2010]: x.snapshot:3:22: the key '...' is there twice; remove one"
    ),
    (
      { $0.replacing("\"time\":300", with: "\"time\":99999999999999999999") }, true,
      "E2010]: x.snapshot:3:18: '...' does not fit into 64 bits; use a smaller number"
    ),
    (
      { $0.lines(1) + String(repeating: "[", count: 200_000) + "\n" }, false,
      "E2010]: x.snapshot:2:129: this is nested deeper than 128 levels; flatten it"
    ),
    (
      { $0.replacing("abcdef", with: "ab\u{0}cdef") }, false,
      "E2002]: x.snapshot:4:171: a NUL byte is not text; remove it"
    ),
    (
      { "\u{FEFF}" + $0 }, false,
      "E2002]: x.snapshot:1:1: starts with a byte order mark; save it as UTF-8 without one"
    ),
    (
      { $0.replacing("\n", with: "\r\n") }, false,
      "E2125]: x.snapshot:11:1: the lines above are not those that were saved; save the snapshot again"
    ),
  ]

  @Test("a file that is no snapshot is told in one located sentence, and the session under way stays")
  func damaged() throws {
    let folder = try ScratchFolder()
    let sound = try login(in: folder)
    var lines = ["set name \"kept\""]
    var messages: [String] = []
    for (number, damage) in Self.damages.enumerated() {
      let changed = damage.change(sound)
      #expect(changed != sound, "\(damage.message)")
      try folder.write(damage.isSigned ? changed.signedAgain : changed, to: "x\(number).snapshot")
      lines.append("open x\(number).snapshot")
      messages.append("signalbox: error[\(damage.message)".replacing(" x.", with: " x\(number)."))
    }
    let run = try ToolRun(["login@fixed"], lines: lines + ["fields"], in: folder)
    #expect(run.errors.split(separator: "\n").map(String.init) == messages)
    #expect(run.code == 2)
    #expect(
      run.output == """
        | login idle
          login@fixed: Login page with a service behind it
        > set name "kept"
        | name "" -> "kept"
          name          "kept"           String
          password      <secret, empty>  String, secret
          loginEnabled  false            Bool, computed
          1 command, \(messages.count) mistakes

        """)
    let first = try ToolRun(["x0.snapshot"], in: folder)
    #expect(first.errors == messages[0] + "\n")
    #expect(first.code == 2)
    #expect(first.output.isEmpty)
  }

  @Test("what cannot be read as a file is refused without waiting for it")
  func notFiles() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("d.snapshot"), withIntermediateDirectories: false)
    try folder.write([0x7B, 0xFF, 0xFE], to: "u.snapshot")
    let made = try ToolRun.shell(
      "mkfifo f.snapshot; ln -s /dev/zero z.snapshot; ln -s l.snapshot l.snapshot; truncate -s 67108865 b.snapshot",
      in: folder)
    #expect(made.code == 0)
    let messages = [
      "d.snapshot": "E2001]: d.snapshot: is a directory; name a file in it",
      "f.snapshot": "E2001]: f.snapshot: is not a regular file; copy what it holds into one",
      "z.snapshot": "E2001]: z.snapshot: is not a regular file; copy what it holds into one",
      "/dev/zero": "E2001]: /dev/zero: is not a regular file; copy what it holds into one",
      "l.snapshot": "E2001]: l.snapshot: symbolic links lead in a circle; name the file itself",
      "b.snapshot": "E3001]: b.snapshot: larger than 67108864 bytes; split it",
      "u.snapshot": "E2002]: u.snapshot:1:2: invalid UTF-8; save the text as UTF-8",
      "no.snapshot": "E2001]: no.snapshot: no such file; check the name and the folder",
    ]
    for (file, message) in messages {
      for arguments in [[file], ["login@fixed", "-c", "open \(file.contains("/") ? file : "./" + file)"]] {
        let run = try ToolRun(arguments, in: folder)
        #expect(run.errors.replacing(": ./", with: ": ") == "signalbox: error[\(message)\n")
        #expect(run.code == 2)
      }
    }
  }

  @Test("a snapshot of more values than there is room for is refused before one of them is made")
  func manyValues() throws {
    let folder = try ScratchFolder()
    let header = "{\"snapshot\":1,\"machine\":\"login@fixed\",\"definition\":\"x\"}\n"
    let limit = SnapshotFile.valueLimit
    try folder.write(header + "{\"outline\":[" + String(repeating: "1,", count: limit) + "1]}\n", to: "x.snapshot")
    let run = try ToolRun(["x.snapshot"], in: folder)
    #expect(run.code == 2)
    #expect(
      run.errors
        == "signalbox: error[E3004]: x.snapshot:1:1: holds more than \(limit) values; save a smaller snapshot\n")
    // What stands in a text is no value.
    let text = header + "{\"outline\":\"\\\"" + String(repeating: ",", count: limit) + "\"}\n"
    #expect(throws: SnapshotFileError(.truncated, line: 3, column: 1)) { try SavedSnapshot(text) }
  }

  // MARK: Migration

  @Test("a snapshot of another variant is refused with what changed, and opens with what still fits")
  func migration() throws {
    let folder = try ScratchFolder()
    let other = try login(in: folder).replacing("\"machine\":\"login@fixed\"", with: "\"machine\":\"login@original\"")
    try folder.write(other.signedAgain, to: "x.snapshot")
    let refused = try ToolRun(["x.snapshot"], in: folder)
    #expect(refused.code == 2)
    #expect(refused.output.isEmpty)
    let beginning =
      "signalbox: error[E2127]: x.snapshot:2:1: the definition has changed since this was saved (transition "
    #expect(refused.errors.hasPrefix(beginning))
    #expect(refused.errors.hasSuffix(" more); '--migrate' keeps what still fits\n"))
    let opened = try ToolRun(
      ["x.snapshot", "--migrate"], lines: ["state", "fields", "requests", "timers"], in: folder)
    #expect(opened.code == 0)
    #expect(opened.errors.isEmpty)
    #expect(
      opened.output == """
          login@original: Login page as written: no service, no guard
          opened at 300ms from x.snapshot; the history begins here
          dropped: service 'authenticate' is gone
          dropped: work 'authenticate' went with it: instance 5 is gone
          login  executing
          name          "abcdef"  String?
          password      <secret>  String?, secret
          loginEnabled  false     Bool
          no request is under way
          nothing waits
          0 commands, 0 mistakes

        """)
  }

  // MARK: Chance

  @Test("a file with any byte changed is refused with its place, or is a session that runs", arguments: 0..<8)
  func fuzz(seed: Int) throws {
    let folder = try ScratchFolder()
    let bytes = Array(try login(in: folder).utf8)
    var random = SplitMix64(seed: seed)
    var files: [String] = []
    for number in 0..<16 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) { changed.damage(&random) }
      // Every other file is forged: its end line fits.
      if number.isMultiple(of: 2) { changed = Array(String(decoding: changed, as: UTF8.self).signedAgain.utf8) }
      files.append("\(number).snapshot")
      try folder.write(changed, to: files[number])
    }
    let after = ["state", "tap login", "advance", "advance 5s", "set name \"x\"", "fields", "timers"]
    let openings = files.flatMap { ["open \($0)", "open \($0) --migrate"] }
    let run = try ToolRun(["login@fixed"], lines: openings.flatMap { [$0] + after }, in: folder)
    #expect([1, 2].contains(run.code))
    for file in files {
      let opened = run.output.count("from \(file); the history begins here\n")
      let refused = run.errors.split(separator: "\n").count {
        $0.hasPrefix("signalbox: error[E") && $0.contains("]: \(file):")
      }
      #expect(opened + refused == 2, "\(file)")
    }
    #expect(run.errors.contains("signalbox: error[E"))
    #expect(!(run.output + run.errors).contains("hunter2"))
  }
}

extension [UInt8] {
  /// Flips a bit, cuts or repeats a stretch, or inserts a byte.
  fileprivate mutating func damage(_ random: inout SplitMix64) {
    guard let index = indices.randomElement(using: &random) else { return }
    let end = Swift.min(count, index + Int.random(in: 1..<120, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: insert(UInt8.random(in: 0...255, using: &random), at: index)
    case 3: insert(Array("0129-\"{}[],:#.\n".utf8).randomElement(using: &random)!, at: index)
    case 4: removeSubrange(index..<end)
    default: insert(contentsOf: self[index..<end], at: index)
    }
  }
}

extension String {
  /// The file with the end line that its lines should have, as a forger would write it.
  fileprivate var signedAgain: String {
    let bytes = Array(utf8)
    let mark = Array("{\"end\":".utf8)
    guard let end = bytes.indices.last(where: { bytes[$0...].starts(with: mark) }) else { return self }
    let above = String(decoding: bytes[..<end], as: UTF8.self)
    return above + "{\"end\":true,\"fingerprint\":\"\(SealedFile.fingerprint(of: above))\"}\n"
  }

  /// The first lines.
  fileprivate func lines(_ count: Int) -> String {
    split(separator: "\n").prefix(count).map { $0 + "\n" }.joined()
  }

  fileprivate func replacing(_ pattern: String, to text: String) -> String {
    replacingOccurrences(of: pattern, with: text, options: .regularExpression)
  }

  fileprivate func count(_ text: String) -> Int { components(separatedBy: text).count - 1 }
}
