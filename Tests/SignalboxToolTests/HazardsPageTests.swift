import Console
import Exploration
import Foundation
import Gallery
import Testing
import ViewModels

/// The page of hazards: what it says of each row is so, and no hazard is left out.
@Suite("The page of hazards")
struct HazardsPageTests {
  /// So many states are searched again for a row; the others are held by their scripts.
  private static let cheap = 60

  @Test("is made of the searches")
  func current() throws {
    let file = URL(fileURLWithPath: "\(HazardsPage.repositoryRoot)/\(HazardsPage.path)")
    guard ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" else {
      let rows = try HazardsPage.rows
      let isCurrent =
        rows.map { [$0.hazard, $0.property, $0.search] }
        == HazardSearches.all.map { [$0.hazard, $0.property, HazardsPage.commandLine($0)] }
      #expect(
        try isCurrent && HazardsPage.text(rows) == String(contentsOf: file, encoding: .utf8),
        "run this test with WRITE_PAGES=1, which writes \(HazardsPage.path) anew, then look and run again")
      return
    }
    let rows = try HazardSearches.all.compactMap { search -> HazardsPage.Row? in
      guard let result = try search.run() else {
        Issue.record("nothing was found of \(search)")
        return nil
      }
      return HazardsPage.Row(search, result)
    }
    try Data(HazardsPage.text(rows).utf8).write(to: file, options: .atomic)
  }

  @Test("says what a search finds", arguments: HazardSearches.all)
  func searched(_ search: HazardSearch) throws {
    let row = try #require(try HazardsPage.row(of: search))
    #expect(row.commands == row.script.counted)
    guard row.states <= Self.cheap else { return }
    let result = try #require(try search.run())
    #expect(HazardsPage.Row(search, result).says(asMuchAs: row))
  }

  @Test("each script breaks its property with its last command, and not before", arguments: HazardSearches.all)
  func broken(_ search: HazardSearch) throws {
    let row = try #require(try HazardsPage.row(of: search))
    var session = Session(catalogue: .gallery)
    var broken = session.run("open \(search.machine)").recordedLines.map {
      $0.contains("broken \"\(search.property)\"")
    }
    var verdicts = [broken.contains(true)]
    for line in row.script {
      let reply = session.run(line)
      broken = reply.broken.texts.map { $0 == search.property || $0.hasSuffix(": \(search.property)") }
      verdicts.append(broken.contains(true))
      // That a command is refused can be what breaks.
      let isRefused = reply.recordedLines.contains { $0.hasPrefix("refused") }
      #expect(reply.mistake == nil && (!isRefused || verdicts.last == true), "\(line)")
    }
    #expect(verdicts.last == true && !verdicts.dropLast().contains(true), "\(verdicts)")
  }

  @Test(
    "no script breaks its property in what is fixed, as far as its commands are taken there",
    arguments: HazardSearches.all)
  func keptByTheFixed(_ search: HazardSearch) throws {
    let row = try #require(try HazardsPage.row(of: search))
    var session = Session(catalogue: .gallery)
    #expect(session.run("open \(search.machine.prefix { $0 != "@" })@fixed").mistake == nil)
    let broken = row.script.flatMap { session.run($0).broken.texts }
    #expect(!broken.contains { $0 == search.property || $0.hasSuffix(": \(search.property)") }, "\(broken)")
  }

  @Test("no transcript breaks a property with fewer commands than its rows, and what any breaks has a row")
  func known() throws {
    let rows = try HazardsPage.rows
    for script in try KnownScripts.all() {
      let own = rows.filter { $0.property == script.property && $0.machine == script.machine }
      let shortest = try #require(own.map(\.commands).min(), "\(script)")
      #expect(shortest <= script.commands, "\(script)")
    }
  }

  @Test(
    "nothing is found in what is fixed, up to its end or to so many states",
    arguments: Gallery.machines.filter { $0.variant == "fixed" }.map(\.title.text), HazardSearch.ways)
  func fixed(_ machine: String, _ way: [String]) throws {
    let search = HazardSearch("", "", in: machine, way)
    let report = try search.report(states: 150)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.isComplete || report.bound == .states(150))
  }

  /// What each row's search is of its machine's fixed variant, each once.
  private static let twins = Set(
    HazardSearches.all.map { search in
      HazardSearch("", "", in: "\(search.machine.prefix { $0 != "@" })@fixed", search.arguments)
    }
  ).sorted { HazardsPage.commandLine($0) < HazardsPage.commandLine($1) }

  @Test("what finds a hazard finds nothing in what is fixed, but by what the program assigns", arguments: twins)
  func twin(_ search: HazardSearch) throws {
    let report = try search.report(states: 150)
    for finding in report.findings {
      let assigns = finding.script.contains { if case .assign = $0.stimulus { true } else { false } }
      #expect(assigns && search.arguments.contains("--past-the-screen"), "\(finding)")
    }
  }

  @Test(
    "the search for photos ends without a finding where one photo is found or used, or due work runs first",
    arguments: [(["--domain", "one-photo"], 6_701), (["--domain", "first-row"], 6_701), (["--no-races"], 3_997)])
  func photos(_ options: [String], _ states: Int) throws {
    let report = try HazardSearch("", "", in: "flickr@fixed", options).report(states: 10_000)
    #expect(report.findings.isEmpty && report.isComplete && report.states == states, "\(report)")
  }

  @Test(
    "nothing is found past the screen either, where no field that the chart alone writes can be assigned",
    arguments: ["login@fixed", "purchase@fixed"])
  func pastTheScreen(_ machine: String) throws {
    let report = try HazardSearch("", "", in: machine, ["--past-the-screen"]).report(states: 1_000)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.isComplete == (machine == "purchase@fixed"))
  }

  @Test(
    "every property of a variant is found broken in it, or it is said why not",
    arguments: Gallery.machines.filter { $0.variant != "fixed" }.map(\.title.text))
  func complete(_ title: String) throws {
    let machine = try Catalogue.gallery.machine(named: title)
    let stated = Set(machine.program.templates.flatMap { $0.monitors.map(\.name.text) })
    let found = Set(HazardSearches.all.filter { $0.machine == title }.map(\.property))
    let unfound = Set(
      HazardSearches.unfound.filter { $0.machines.split(separator: " ").contains { $0 == title } }.map(
        \.property))
    #expect(stated.subtracting(found) == unfound)
    #expect(found.isSubset(of: stated))
  }
}
