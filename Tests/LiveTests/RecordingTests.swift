import Console
import Foundation
import PtySupport
import Testing
import Traces
import ViewModels

@testable import Gallery
@testable import Live

/// What the flight recorder keeps, and what it does not.
@MainActor
@Suite("Live: the flight recorder")
struct RecordingTests {
  private let clock = ManualClock()
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func makeShelf(_ recorder: LiveRecorder) -> Live<Shelf> {
    Live(shelf, clock: clock, recorder: recorder, seed: 7) { world in world.answer(\.search) { [$0] } }
  }

  @Test("a recording is a trace; the simulator's trace of its commands is equal, line by line")
  func equal() async throws {
    let shelf = makeShelf(.memory())
    (shelf.title, shelf.pin) = ("a b", "1234")
    shelf.search()
    await eventually { shelf.found == ["a b"] }
    for _ in 0..<2 { shelf.add() }
    shelf.start()
    clock.jump(350)
    shelf.items[1].like()
    shelf.restart()
    clock.jump(20)
    shelf.add()
    let text = try #require(shelf.recording)
    let lines = text.split(separator: "\n")
    #expect(
      lines[0].hasPrefix(#"{"trace":1,"machine":"shelf@test","definition":"#) && lines[0].contains(#""seed":"7""#))
    let run = try replayed(shelf, on: LiveTests.shelf)
    #expect(run.difference == nil)
    // The simulator as a user has it: a session types the commands, and writes its own trace.
    var session = Session(catalogue: Catalogue([LiveTests.shelf]))
    _ = session.open(LiveTests.shelf, seed: 7)
    for line in run.text.split(separator: "\n") where line.hasPrefix("> ") {
      #expect(session.runFromFile(String(line.dropFirst(2))).mistake == nil)
    }
    let simulated = TraceFile.encode(try #require(session.trace)).split(separator: "\n")
    let recorded = lines.filter { !$0.hasPrefix(#"{"begin":"#) }
    #expect(recorded.dropFirst().dropLast() == simulated.dropFirst().dropLast())
    #expect(recorded[0].replacing("recorded", with: "untitled") == String(simulated[0]))
  }

  @Test("a page that ends after it was popped is told anew when it is pushed again")
  func pushedAgain() throws {
    let machine = Machine(
      Drawer.self, name: "drawer", variant: "test", summary: "", page: "drawer", pages: [PageModel("slip", Slip.self)])
    let drawer: Live<Drawer> = Live(machine, clock: clock) { _ in }
    drawer.open()
    drawer.back()
    clock.jump(20)
    drawer.open()
    #expect(try replayed(drawer, on: machine).difference == nil)
    let pushes = try #require(drawer.recording).split(separator: "\n").filter { $0.contains(#""push":"slip""#) }
    #expect(pushes.count == 2 && pushes.allSatisfy { $0.contains(#""slip.text""#) })
  }

  @Test("secrets have the name of a sample or a number, and are nowhere in the bytes")
  func secrets() async throws {
    let desk = Desk<Credentials, LoginSession>()
    let login: Live<Login> = Live(machine("login@fixed"), clock: clock) { world in
      world.answer(\.authenticate) { try await desk.ask($0) }
    }
    login.name = "aaaaaa"
    for password in ["canary-1", "aaaaaa", "canary-2", "canary-1"] { login[text: \.password] = password }
    login.login()
    await eventually { desk.asked.count == 1 }
    desk.answer(1, .failure(Rejected("the password canary-1 is wrong")))
    await eventually { login.route.alert != nil }
    let text = try #require(login.recording)
    #expect(!text.contains("canary"))
    #expect(login.route.alert?.message == "the password <secret> is wrong")
    let run = try replayed(login, on: machine("login@fixed"))
    let typed = run.text.split(separator: "\n").filter { $0.hasPrefix("> set password") }
    #expect(
      typed == [
        "> set password $typed1", "> set password $right", "> set password $typed2", "> set password $typed1",
      ])
    #expect(run.difference == nil)
    #expect(run.text.contains("# $typed1 of 'password' has no lasting name"))
  }

  @Test("the last turns stay in memory, within a number and within bytes; the header has the state before them")
  func ring() throws {
    for recorder in [LiveRecorder.memory(turns: 40), .memory(bytes: 8_000)] {
      let shelf = makeShelf(recorder)
      shelf.start()
      for number in 0..<500 {
        clock.jump(100)
        shelf.title = "title \(number)"
      }
      let text = try #require(shelf.recording)
      #expect(text.utf8.count < 20_000)
      let trace = try TraceFile.decode(Array(text.utf8))
      #expect(trace.header.isCut && trace.turns.count <= 40 && trace.turns.count > 10)
      #expect(trace.mismatches() == [])
      #expect(trace.end?.time == 50_000 && trace.header.fields.contains { $0.name == "count" && $0.value != 0 })
    }
    let off = makeShelf(.off)
    off.add()
    #expect(off.recording == nil && off.recorderFault == nil)
  }

  @Test("what a cut recording can restore is assigned; what it cannot is said")
  func cut() throws {
    let shelf = makeShelf(.memory(turns: 6))
    for number in 0..<20 { shelf.title = "title \(number)" }
    let run = try replayed(shelf, on: LiveTests.shelf)
    #expect(run.difference == nil)
    #expect(run.text.contains("\n> assign title \"title 13\"\n"))
    #expect(run.text.contains("# The recording lacks its beginning."))
    shelf.start()
    clock.jump(2_000)
    shelf.keep()
    let late = try replayed(shelf, on: LiveTests.shelf)
    #expect(late.difference != nil)
  }

  @Test("a machine that starts with stored data lacks its beginning")
  func stored() throws {
    let kept = Kept()
    let shelf: Live<Shelf> = Live(LiveTests.shelf, store: kept, clock: clock) { $0.answer(\.search) { [$0] } }
    shelf.add()
    #expect(shelf.count == 4)
    let run = try replayed(shelf, on: LiveTests.shelf)
    #expect(run.text.contains("\n> assign count 4\n") && run.difference == nil)
  }

  @Test("a file has all turns; a failure stops the recorder, not the app")
  func file() throws {
    let path = folder.path("app.trace.jsonl")
    var shelf: Live<Shelf>? = makeShelf(.file(path))
    shelf?.title = "a"
    for _ in 0..<600 { shelf?.rename("b") }
    #expect(shelf?.recording == nil && shelf?.recorderFault == nil)
    shelf?.endRecording()
    shelf = nil
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let recording = try RecordedTrace(bytes, allowsTruncation: false)
    #expect(recording.trace.turns.count > 600 && !recording.trace.header.isCut)
    #expect(try RecordedTranscript(recording, on: LiveTests.shelf, in: Catalogue([LiveTests.shelf])).difference == nil)
    let lost = makeShelf(.file(folder.path("nowhere/app.trace.jsonl")))
    #expect(lost.recorderFault?.isEmpty == false)
    let next = makeShelf(.file(path))
    try FileManager.default.removeItem(atPath: path)
    next.title = "a"
    #expect(next.title == "a" && next.recorderFault?.isEmpty == false)
  }

  @Test("the step that traps is the last command of the file")
  func trap() throws {
    let path = folder.path("app.trace.jsonl")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path("live-fixture"))
    process.arguments = ["trap", path]
    process.standardError = FileHandle.nullDevice
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix("\n{\"begin\":\"send\",\"on\":\"trap\"}\n"))
  }
}

@MainActor
private final class Kept: LiveStore {
  func load() -> [Member] { [Member("count", 4)] }
  func save(_ members: [Member]) {}
}

/// Pushes a page that ends later than it is popped.
struct Drawer: ViewModel {
  struct Model: ModelType {}

  let open = Input()
  let opened = Subject<Int>()

  var chart: Chart {
    Region("drawer") {
      State(.idle)
      On(open) { me in me.emit(opened, 1) }
    }
  }

  var screen: Screen {
    Screen("Drawer") {
      Button(open, "Open")
      Push(Page("slip", title: "Slip"), on: opened)
    }
  }
}

struct Slip: ViewModel {
  struct Model: ModelType {
    var text = "new"
  }

  let text = Field(\.text)

  var chart: Chart {
    Region("slip") {
      State("fresh") { After(.milliseconds(10), to: "old") { $0.text = "late" } }
      State("old")
    }
  }

  var screen: Screen {
    Screen("Slip") { Label(text, "Text") }
  }
}
