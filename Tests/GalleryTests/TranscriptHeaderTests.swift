import Console
import Foundation
import Gallery
import Testing
import Transcripts
import ViewModels

@Suite("The headers of the repository's transcripts")
struct TranscriptHeaderTests {
  private static func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: Repository.transcripts)
      .filter { $0.hasSuffix(".transcript") }.sorted()
  }

  @Test("name the machine by its present hash; 'signalbox replay --update' renews those that do not")
  func present() throws {
    var stale: [String] = []
    for name in try Self.names() {
      let text = try String(contentsOfFile: "\(Repository.transcripts)/\(name)", encoding: .utf8)
      let reference = try Transcript.parse(text, language: .console).machine
      let machine = try Repository.catalogue.machine(named: reference.description)
      if reference.hash != machine.definitionHash {
        stale.append("\(name): \(reference.hash ?? "none"), now \(machine.definitionHash)")
      }
    }
    #expect(stale == [])
  }
}
