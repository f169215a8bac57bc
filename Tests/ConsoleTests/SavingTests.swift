import Testing
import Traces

@testable import Console

@Suite("saving")
struct SavingTests {
  @Test("says what is saved, and replaces a file only with '--force'")
  func force() throws {
    var session = Fixture.login("set name aaaaaa")
    let plain = session.run("save a.transcript")
    #expect(plain.lines == [.talk("saved to a.transcript: case 'a', 1 command")])
    let file = try #require(plain.savedFile)
    #expect(file.kind == .transcript && !file.replaces)
    for line in ["save --force a.transcript", "trace --force a.html", "diagram --force a.svg"] {
      let file = try #require(session.run(line).savedFile, "\(line)")
      #expect(file.replaces && file.file.hasPrefix("a."))
    }
  }

  @Test("options stand before or behind the file, and an unknown one is a mistake that names those there are")
  func options() throws {
    var session = Fixture.login("set name aaaaaa")
    for line in [
      "save a.transcript --force", "save \"a b.transcript\" --force", "save a b.transcript --force",
      "trace a.html --force",
      "diagram a.svg --force",
    ] {
      let file = try #require(session.run(line).savedFile, "\(line)")
      #expect(file.replaces && !file.file.contains("-"), "\(line)")
    }
    let name = "and a file of that name is written './"
    for (line, column, sentence) in [
      ("record --force a", 8, "unknown option '--force'; 'record' has none, \(name)--force'"),
      ("save --forec a", 6, "unknown option '--forec'; there is '--force', \(name)--forec'"),
      ("save a --help", 8, "unknown option '--help'; there is '--force', \(name)--help'"),
      ("trace -f a.html", 7, "unknown option '-f'; there is '--force', \(name)-f'"),
      ("diagram --help a.svg", 9, "unknown option '--help'; there is '--force', \(name)--help'"),
      ("source --force a", 8, "unknown option '--force'; there is '--step', \(name)--force'"),
      ("review a --step", 10, "unknown option '--step'; 'review' has none, \(name)--step'"),
    ] {
      let reply = session.run(line)
      #expect(reply.mistake == Mistake(column: column, sentence: sentence, code: "E1186"), "\(line)")
      #expect(reply.effects.isEmpty)
    }
    #expect(session.run("save a --force b").mistake?.code == "E1031")
    #expect(session.run("save ./-a --force").savedFile?.file == "./-a")
    #expect(session.run("save \"-a\"").savedFile?.file == "-a")
    #expect(session.run("source a.txt --step").effects == [.read(file: "a.txt", bySteps: true)])
    #expect(session.saveAll(to: "--force x.transcript").savedFile?.replaces == true)
    #expect(session.saveAll(to: "--help").mistake?.code == "E1186")
  }

  @Test("a trace does not count as the case that could not be saved under its name")
  func traceInPlace() throws {
    var session = Fixture.login("set name aaaaaa")
    let transcript = try #require(session.run("save a.x").savedFile)
    let trace = try #require(session.run("trace --force a.x").savedFile)
    #expect(trace.kind == .trace && trace.file == transcript.file)
    session.fileWasSaved(trace)
    #expect(session.unsavedWork != nil)
    session.fileWasSaved(transcript)
    #expect(session.unsavedWork == nil)
  }

  @Test("'~/' in front of a file is the person's folder, in quotes it is itself")
  func home() throws {
    var session = Fixture.login("set name aaaaaa")
    #expect(session.run("save ~/a.transcript").savedFile?.file == "~/a.transcript")
    session.options.home = "/home/li"
    for (line, file) in [
      ("save ~/a.transcript", "/home/li/a.transcript"),
      ("save --force ~/a b.transcript", "/home/li/a b.transcript"),
      ("trace ~/a.html", "/home/li/a.html"), ("diagram ~/a.svg", "/home/li/a.svg"),
      ("save \"~/a.transcript\"", "~/a.transcript"), ("save ~li/a.transcript", "~li/a.transcript"),
      ("save a/~/b.transcript", "a/~/b.transcript"),
    ] {
      #expect(session.run(line).savedFile?.file == file, "\(line)")
    }
    #expect(session.run("source ~/a.transcript").effects == [.read(file: "/home/li/a.transcript", bySteps: false)])
    #expect(session.run("review ~/a.transcript").effects == [.review(file: "/home/li/a.transcript")])
    #expect(session.saveAll(to: "~/b.transcript").savedFile?.file == "/home/li/b.transcript")
    #expect(session.run("record ~/a.transcript").effects.first?.madeFile == "/home/li/a.transcript")
  }

  @Test("flags without a file are a mistake, and so is the file that is being recorded")
  func mistakes() {
    var session = Fixture.login("record a.transcript", "set name aaaaaa")
    #expect(session.run("save --force").mistake?.code == session.run("save").mistake?.code)
    for line in ["save --force a.transcript", "save a.transcript", "review a.transcript"] {
      let mistake = session.run(line).mistake
      #expect(mistake?.code == "E1182" && mistake?.column == line.count - 11, "\(line)")
    }
  }

  @Test("the flag completes, once")
  func completion() {
    let session = Fixture.login()
    #expect(session.completion(for: "save -", cursor: 6).candidates.map(\.text) == ["--force"])
    #expect(session.completion(for: "save --force -", cursor: 14).candidates.isEmpty)
  }

  @Test("'source' goes on with what is left, by steps or not; 'review' is for the driver")
  func source() {
    var session = Fixture.login()
    #expect(session.run("source a.txt").effects == [.read(file: "a.txt", bySteps: false)])
    #expect(session.run("source --step a b.txt").effects == [.read(file: "a b.txt", bySteps: true)])
    #expect(session.run("source").effects == [.readOn(bySteps: false)])
    #expect(session.run("source --step").effects == [.readOn(bySteps: true)])
    #expect(session.run("review a.transcript:3").effects == [.review(file: "a.transcript:3")])
    for line in ["source", "review a.transcript"] {
      #expect(session.runFromFile(line).mistake?.code == Mistake(.nestedSource).code)
    }
  }
}

extension Reply {
  fileprivate var savedFile: SavedFile? {
    for case .save(let file) in effects { return file }
    return nil
  }
}
