import Console
import Gallery
import SeededRandom
import Statecharts
import Testing
import Traces
import ViewModels

/// Snapshot files in which an integer was set to an edge of its type, signed again as a forger would: each is refused with a
/// place, or is a session that can be looked at and driven. A trap ends the test run.
@Suite("Snapshots with integers at the edges")
struct SnapshotEdgeTests {
  static let edges = [Int.min, -1, 0, 1, Int(Int32.max), Int.max]
  /// What is done before a machine is saved, so that timers, requests, rows and commands are under way.
  static let journeys: [(machine: String, stimuli: [Stimulus])] = [
    ("login@original", [.set(control: "name", "aaaaaa"), .tap(control: "login", nil)]),
    ("command@fixed", [.set(control: "query", "cats"), .tap(control: "search", nil), .advance(milliseconds: 100)]),
    ("command@original", [.set(control: "query", "cats"), .tap(control: "search", nil)]),
    ("flickr@fixed", photo), ("flickr@original", photo), ("home@original", [.advance(milliseconds: 1_000)]),
    ("phone@blocks", [.tap(control: "fill", nil), .tap(control: "login", nil)]),
    ("phone@rac", [.tap(control: "fill", nil), .tap(control: "login", nil)]),
    ("follow@original", [.tap(control: "follow", "10086")]), ("purchase@original", [.tap(control: "buy", nil)]),
    ("goods@fixed", []), ("goods@rac", []), ("headlines@fixed", [.tap(control: "refresh", nil)]),
  ]
  private static let photo: [Stimulus] = [
    .set(control: "searchText", "cats"), .tap(control: "execute", nil), .advance(milliseconds: 1_000),
    .tap(control: "searchResults[0].appear", nil), .advance(milliseconds: 1_000),
  ]

  @Test("are refused, or can be looked at and driven", arguments: journeys)
  func edge(_ journey: (machine: String, stimuli: [Stimulus])) throws {
    let file = try saved(journey.machine, journey.stimuli)
    let places = Array(file.utf8).integers
    var random = SplitMix64(seed: 11)
    var trials = places.flatMap { place in Self.edges.map { (place, $0) } }
    trials.shuffle(using: &random)
    var opened = 0
    for (place, edge) in trials.prefix(max(25, 250_000 / file.utf8.count)) {
      if let session = try open(file.setting(place, to: edge)) {
        drive(session)
        opened += 1
      }
    }
    #expect(opened > 0)
  }

  // MARK: What once trapped

  @Test("a row's place must be one that a list can have, in a field that there is")
  func place() throws {
    let file = try saved("flickr@fixed", Self.photo)
    for (place, message) in [
      (##""searchResults",9223372036854775807]"##, "'place' is not a path, or where it stands in a field"),
      (##""searchResults",-2]"##, "'place' is not a path, or where it stands in a field"),
      (##""lostResults",0]"##, "there is no field 'lostResults' in the definition"),
    ] {
      #expect(
        try refusal(file.replacing(##""searchResults",0]"##, with: place)) == "\(message); save the snapshot again")
    }
  }

  @Test("nothing stands in itself, and no row is among its own rows")
  func nesting() throws {
    let file = try saved("flickr@fixed", Self.photo)
    let item = try #require(file.instance(of: "FlickrItem"))
    let inItself = file.replacing(try #require(file.place(of: "FlickrItem")), with: "[{\"#ref\":\(item)},\"cells\",0]")
    #expect(try refusal(inItself) != nil)
    // A list has rows of one view model, so that none of these can be a row of itself.
    for row in [##"{"#ref":0}"##, "null", "7"] {
      let forged = file.replacing(##""previousSearches":["##, with: ##""previousSearches":[\##(row),"##)
      #expect(forged != file)
      let message = "field 'previousSearches' of 'Flickr' cannot hold this value; save the snapshot again"
      #expect(try refusal(forged) == message)
    }
  }

  @Test("what a law remembers may be any number of its type")
  func memory() throws {
    let file = try saved("command@fixed", [.set(control: "query", "cats"), .tap(control: "search", nil)])
    for edge in Self.edges {
      let forged = file.replacing(#"[1,false]"#, with: "[\(edge),false]").replacing(
        "[0,false]", with: "[\(edge),false]")
      #expect(forged != file)
      var session = try #require(try open(forged))
      for line in ["send search", "advance 1s", "send search", "properties", "advance", "properties"] {
        #expect(session.run(line).mistake == nil)
      }
    }
  }

  // MARK: Trials

  private func saved(_ title: String, _ stimuli: [Stimulus]) throws -> String {
    var run = try GalleryRun(title)
    for stimulus in stimuli { run(stimulus) }
    return SnapshotFile.encode(
      run.snapshot, of: run.machine.program,
      SnapshotFile.Header(machine: title, definition: run.machine.definitionHash))
  }

  /// Opens a file with the end line that its lines should have; `nil` when it is refused.
  private func open(_ text: String) throws -> Session? {
    var session = Session(catalogue: Self.catalogue)
    do throws(SnapshotFileError) {
      _ = try session.open(text.signedAgain, from: SnapshotReference(file: "a.snapshot", isMigrating: false))
      return session
    } catch {
      #expect(error.line >= 1 && error.column >= 1 && !error.sentence.isEmpty)
      return nil
    }
  }

  private func refusal(_ text: String) throws -> String? {
    var session = Session(catalogue: Self.catalogue)
    do throws(SnapshotFileError) {
      _ = try session.open(text.signedAgain, from: SnapshotReference(file: "a.snapshot", isMigrating: false))
      return nil
    } catch {
      return error.sentence
    }
  }

  private static let catalogue = Catalogue(GalleryRun.gallery)
  private static let looks = ["properties", "screen", "state", "fields", "requests", "timers", "trace", "commands"]

  /// Looks at everything, does everything that the page and the machine offer, looks again and takes it back.
  private func drive(_ session: Session) {
    var session = session
    guard let machine = session.machine, let snapshot = session.snapshot else { return }
    let screen = machine.screen(of: snapshot)
    var lines = Self.looks
    lines += screen.controls.map { "tap \($0.name)" } + ["tap offset 44", "tap searchResults[0].appear", "back"]
    lines += machine.inputs.map { "send \($0.name)" }
    lines += ["advance 1s", "undo", "redo", "advance", "advance 2s"] + Self.looks + ["undo", "undo", "restart"]
    for line in lines { _ = session.run(line) }
  }
}

extension [UInt8] {
  /// Where the integers of a snapshot file's frame, instances and work are, those of one place in a line of one kind once.
  fileprivate var integers: [Range<Int>] {
    var result: [Range<Int>] = []
    var seen: Set<[UInt8]> = []
    var (index, line, isText) = (0, 0, false)
    while index < count {
      let byte = self[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isText, byte == UInt8(ascii: "\\") { index += 1 }
      if byte == UInt8(ascii: "\"") { isText.toggle() }
      let isDigit = byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
      guard !isText, isDigit, line > 1 else {
        index += 1
        continue
      }
      let end = self[index...].firstIndex { !"-+.eE0123456789".utf8.contains($0) } ?? count
      let context = self[Swift.max(0, index - 45)..<index].filter { !(0x30...0x39).contains($0) }
      if seen.insert(context).inserted { result.append(index..<end) }
      index = end
    }
    return result
  }
}

extension String {
  fileprivate func setting(_ place: Range<Int>, to number: Int) -> String {
    var bytes = Array(utf8)
    bytes.replaceSubrange(place, with: Array(String(number).utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of the first instance of a template.
  fileprivate func instance(of template: String) -> Int? {
    let line = split(separator: "\n").first { $0.contains("\"template\":\"\(template)\"") }
    return line.flatMap { Int($0.dropFirst("{\"instance\":".count).prefix { $0.isNumber }) }
  }

  /// How the place of the first instance of a template is spelled.
  fileprivate func place(of template: String) -> String? {
    guard let line = split(separator: "\n").first(where: { $0.contains("\"template\":\"\(template)\"") }),
      let start = line.firstRange(of: "\"place\":")?.upperBound, let end = line[start...].firstIndex(of: "]")
    else { return nil }
    return String(line[start...end])
  }
}
