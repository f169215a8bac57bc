import Console
import Gallery
import SeededRandom
import Statecharts
import Testing
import Traces
import ViewModels

/// Snapshots of the gallery's machines as files.
struct SnapshotFileTests {
  /// The gallery's machines, and one that has services with a state.
  private static let machines = GalleryRun.gallery + [Album.machine]

  private func text(_ snapshot: Snapshot, _ machine: Machine) -> String {
    SnapshotFile.encode(
      snapshot, of: machine.program, SnapshotFile.Header(machine: machine.title, definition: machine.definitionHash))
  }

  private func read(_ text: String, _ machine: Machine) throws -> Snapshot {
    try SavedSnapshot(text).restored(for: machine.program, machine.definitionHash)
  }

  /// How often a file is read in one test: reading costs by the byte, and a long list shows no more than a short one.
  private func rounds(_ most: Int, of text: String) -> Int { max(3, min(most, 160_000 / text.utf8.count)) }

  @Test("a machine opened from a file goes on as the one that was saved", arguments: machines.map(\.title))
  func goesOn(title: String) throws {
    let machine = try #require(Self.machines.first { $0.title == title })
    for seed in 0..<2 {
      var random = SplitMix64(seed: seed)
      var snapshot = machine.open(seed: UInt64(seed)).snapshot
      for stop in 0..<rounds(8, of: text(snapshot, machine)) {
        let saved = text(snapshot, machine)
        var opened = try read(saved, machine)
        #expect(text(opened, machine) == saved, "seed \(seed) stop \(stop)")
        for _ in 0..<3 {
          let stimulus = machine.randomStimulus(snapshot, &random)
          let isHeld = Int.random(in: 0..<6, using: &random) == 0
          let turns = machine.step(&snapshot, stimulus, isHeld: isHeld)
          #expect(machine.step(&opened, stimulus, isHeld: isHeld) == turns, "seed \(seed) stop \(stop)")
        }
        #expect(text(opened, machine) == text(snapshot, machine), "seed \(seed) stop \(stop)")
      }
    }
  }

  @Test("a damaged file is refused with its place, whatever byte was changed", arguments: machines.map(\.title))
  func damaged(title: String) throws {
    let machine = try #require(Self.machines.first { $0.title == title })
    let file = walked(machine, seed: 1)
    let bytes = Array(file.utf8)
    var random = SplitMix64(seed: 5)
    for _ in 0..<rounds(100, of: file) {
      let changed = bytes.damaged(&random)
      let text = String(decoding: changed, as: UTF8.self)
      if changed == bytes || Array(text.utf8) == bytes { continue }
      let error = #expect(throws: SnapshotFileError.self) { try read(text, machine) }
      #expect((error?.line ?? 0) >= 1 && (error?.column ?? 0) >= 1 && error?.sentence.isEmpty == false)
    }
  }

  @Test("a forged file is refused or runs on", arguments: machines.map(\.title))
  func forged(title: String) throws {
    let machine = try #require(Self.machines.first { $0.title == title })
    let files = (0..<7).map { walked(machine, seed: UInt64($0)) }
    for seed in 0..<rounds(100, of: files[0]) {
      var random = SplitMix64(seed: seed)
      var bytes = Array(files[seed % files.count].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { bytes = bytes.damaged(&random) }
      let text = String(decoding: bytes, as: UTF8.self).signedAgain
      guard let saved = try? SavedSnapshot(text) else { continue }
      let opened = try? seed.isMultiple(of: 2) ? read(text, machine) : saved.migrated(to: machine.program).snapshot
      guard var snapshot = opened else { continue }
      for _ in 0..<12 {
        _ = machine.step(&snapshot, machine.randomStimulus(snapshot, &random))
        _ = (machine.regions(of: snapshot), machine.commands(of: snapshot))
      }
    }
  }

  @Test("a page that no screen is of shows nothing, and traps nothing")
  func forgedPage() throws {
    let machine = try #require(Self.machines.first { $0.title == "login@fixed" })
    let file = text(machine.open().snapshot, machine)
    let forged = file.replacing(##""登录",{"#ref":0},0]"##, with: ##""登录",{"#ref":0},7]"##).signedAgain
    #expect(forged != file)
    let snapshot = try read(forged, machine)
    #expect(machine.screen(of: snapshot).controls.isEmpty)
    #expect(machine.commands(of: snapshot).isEmpty)
  }

  /// A machine's file somewhere on a random walk.
  private func walked(_ machine: Machine, seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    var snapshot = machine.open(seed: seed).snapshot
    for _ in 0..<20 { _ = machine.step(&snapshot, machine.randomStimulus(snapshot, &random), isHeld: seed == 3) }
    return text(snapshot, machine)
  }

  @Test("a snapshot of another definition is refused with what changed, or opened without what is gone")
  func migration() throws {
    var session = Session(catalogue: Repository.catalogue)
    _ = session.run("open login@original")
    _ = session.run("set name abcdef")
    guard case .save(let saved)? = session.run("save --snapshot a.snapshot").effects.first else {
      Issue.record("nothing was saved")
      return
    }
    let other = saved.text.replacing("login@original", with: "login@fixed").signedAgain
    let error = #expect(throws: SnapshotFileError.self) {
      try session.open(other, from: SnapshotReference(file: "a.snapshot", isMigrating: false))
    }
    #expect(error?.line == 2)
    #expect(error?.sentence.hasPrefix("the definition has changed since this was saved (") == true)
    let reply = try session.open(other, from: SnapshotReference(file: "a.snapshot", isMigrating: true))
    let lines = reply.lines.map { if case .talk(let text) = $0 { text } else { "" } }
    #expect(lines.contains { $0.hasPrefix("dropped: ") })
    #expect(session.machine?.title == "login@fixed")
    #expect(session.run("state").mistake == nil)
  }
}

extension [UInt8] {
  /// The bytes with one flip, insertion, removal, repetition or cut.
  func damaged(_ random: inout SplitMix64) -> [UInt8] {
    guard !isEmpty else { return self }
    var bytes = self
    let index = indices.randomElement(using: &random)!
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.insert(Array("0123456789-\"{}[],:#\n".utf8).randomElement(using: &random)!, at: index)
    case 2: bytes.remove(at: index)
    case 3: bytes.removeSubrange(index...)
    case 4: bytes.removeSubrange(index..<Swift.min(count, index + Int.random(in: 1..<200, using: &random)))
    case 5: bytes.insert(contentsOf: bytes[index..<Swift.min(count, index + 60)], at: index)
    default: bytes.replaceNumber(near: index, &random)
    }
    return bytes
  }

  /// Writes another number in the place of the first one from an index on.
  private mutating func replaceNumber(near index: Int, _ random: inout SplitMix64) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let start = self[index...].firstIndex(where: isDigit) else { return }
    let end = self[start...].firstIndex { !isDigit($0) } ?? endIndex
    let number = ["0", "1", "2", "3", "7", "-1", "99", "9007199254740991", "4611686018427387904"].randomElement(
      using: &random)!
    replaceSubrange(start..<end, with: Array(number.utf8))
  }
}

extension String {
  /// The file with the fingerprint of its lines, as a forger would write it.
  var signedAgain: String {
    let bytes = Array(utf8)
    let mark = Array("{\"end\":".utf8)
    guard let end = bytes.indices.last(where: { bytes[$0...].starts(with: mark) }) else { return self }
    let above = String(decoding: bytes[..<end], as: UTF8.self)
    return above + "{\"end\":true,\"fingerprint\":\"\(MaskedDigest(of: above))\"}\n"
  }
}
