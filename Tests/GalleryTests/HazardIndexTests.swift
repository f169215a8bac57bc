import Gallery
import Statecharts
import Testing
import ViewModels

/// The index of hazards: each has a property that every variant of its machines is held to.
@Suite("The index of hazards")
struct HazardIndexTests {
  static let index: [(hazard: String, machines: [String], property: String)] = [
    ("HZ-A2, HZ-D1", ["login", "login-app"], "one edit assigns the name at most twice"),
    ("HZ-C1", ["follow"], "no result comes after a cancel"),
    ("HZ-C2", ["follow"], "an execution has one end, of its own"),
    ("HZ-C3, HZ-C7", ["follow"], "who executes ends"),
    ("HZ-C4", ["follow"], "only what runs is cancelled"),
    ("HZ-C5", ["follow"], "a result is an error or a content"),
    ("HZ-C6", ["follow"], "whoever executes is answered"),
    ("HZ-D2", ["login", "login-app"], "only a complete form is submitted"),
    ("HZ-D3", ["login", "login-app"], "one submission pushes one page"),
    ("HZ-D4", ["login", "login-app"], "the button is enabled only by six clean characters"),
    ("HZ-E1", ["home", "login-app"], "a tick makes no totals"),
    ("HZ-E2", ["home", "login-app"], "no more than one timer runs"),
    ("HZ-E3", ["home", "login-app"], "no timer runs when the page was left"),
    ("HZ-E4", ["home", "login-app"], "a label shows the total of the cell's present row"),
    ("HZ-E5", ["home", "login-app"], "a reload blanks no total"),
    ("HZ-F1", ["user"], "a submission has exactly one outcome"),
    ("HZ-F3", ["user"], "who subscribes late hears the last outcome"),
    ("HZ-F4", ["user"], "an edit reaches the present user"),
    ("HZ-F5", ["purchase"], "a purchase has exactly one outcome"),
    ("HZ-F5", ["user"], "one submission pushes one page"),
    ("HZ-F6", ["user"], "only a valid form is submitted"),
    ("HZ-G1", ["phone", "phone-app"], "an avatar is shown for a valid phone only"),
    ("HZ-G2", ["phone", "phone-app"], "one avatar is loaded for each phone"),
    ("HZ-G3", ["phone", "phone-app"], "what is stored is what was submitted"),
    ("HZ-G4", ["phone", "phone-app"], "a change of validity is told"),
    ("HZ-G5", ["phone", "phone-app"], "one login is in flight"),
    ("HZ-G5", ["phone", "phone-app"], "one login pushes one page"),
    ("HZ-G6", ["phone", "phone-app"], "every login ends"),
    ("HZ-G8", ["phone", "phone-app"], "no outcome is handled at bind"),
    ("HZ-H1, HZ-H2", ["goods", "phone-app"], "the footer is hidden when the last page is there, and only then"),
    ("HZ-H2, HZ-H3, HZ-H4", ["goods", "phone-app"], "the list is the pages 1 to n, once each"),
    ("HZ-H5, HZ-H6", ["goods", "phone-app"], "the counters are never 0"),
    ("HZ-H7", ["goods", "phone-app"], "a tip of success means that a row of the list changed"),
    ("HZ-H8", ["goods", "phone-app"], "one like of an article is under way"),
    ("HZ-H9", ["goods", "phone-app"], "every like ends"),
    ("HZ-H10", ["goods", "phone-app"], "a disabled button is that of an article that is being liked"),
    ("HZ-H11, HZ-I1", ["goods", "phone-app"], "an article has one like state"),
    ("HZ-H12", ["goods", "phone-app"], "likes are never negative"),
    ("HZ-H13", ["goods", "phone-app"], "an article of another calendar year shows its year"),
    ("HZ-H17", ["goods", "phone-app"], "a logout forgets the credentials"),
    ("HZ-J1, HZ-J11", ["flickr"], "what is seen long enough has its numbers, or says why not"),
    ("HZ-J4", ["flickr"], "a search ends"),
    ("HZ-J5", ["flickr"], "an item is fetched once"),
    ("HZ-J6", ["flickr"], "a cell shows the numbers of its present photo"),
    ("HZ-J7", ["flickr"], "the history holds each text once"),
    ("HZ-J7", ["flickr"], "the history begins with what was found last"),
    ("HZ-J8", ["flickr"], "results are shown for the text that is shown"),
    ("HZ-J12", ["flickr"], "what is searched is worth it"),
  ]

  private func properties(of machine: Machine) -> [Name] {
    machine.program.templates.flatMap { $0.monitors.map(\.name) }
  }

  @Test("each hazard has its property in every variant", arguments: index)
  func present(_ entry: (hazard: String, machines: [String], property: String)) {
    for machine in GalleryRun.gallery where entry.machines.contains(machine.name) {
      #expect(properties(of: machine).contains(Name(entry.property)), "\(entry.hazard) in \(machine.title)")
    }
  }

  @Test("HZ-J2, HZ-J3: only who has one delegate for all requests can tell an outcome to others")
  func crossed() {
    let held = GalleryRun.gallery.filter { properties(of: $0).contains("an outcome reaches only whose request it is") }
    #expect(held.map(\.title) == ["flickr@original", "flickr@first"])
  }

  @Test("no property is broken when a machine is opened", arguments: GalleryRun.gallery.map(\.title.text))
  func opened(_ title: String) throws {
    let run = try GalleryRun(title)
    // HZ-G8 is just that: an outcome that is handled at bind.
    #expect(run.broken == (title == "phone@properties" ? ["no outcome is handled at bind"] : []))
  }
}
