import Exploration
import Foundation
import Gallery
import PtySupport
import Statecharts
import Testing
import ViewModels

@testable import Console
@testable import Diagrams
@testable import SignalboxTool

/// The pages that `storyboard` writes.
@Suite("Storyboards")
struct StoryboardTests {
  // MARK: In this process

  private static func search(_ title: String, depth: Int) throws -> ScreenSearch {
    let machine = try Catalogue.gallery.machine(named: title)
    var options = SearchOptions()
    options.depth = depth
    return ScreenSearch(machine, options) { _ in nil }
  }

  @Test(
    "each screen is there once, and its script, as typed, ends on it",
    arguments: [
      ("login@original", 5), ("login@fixed", 6), ("phone@fixed", 4), ("goods@fixed", 2), ("purchase@fixed", 3),
    ])
  func scripts(_ title: String, _ depth: Int) throws {
    let search = try Self.search(title, depth: depth)
    let board = StoryboardMaker([search]).storyboard
    #expect(board.sheets.count == search.count && search.count > 2)
    #expect(Set(board.sheets.map { $0.frames[0].screen.markup }).count == search.count)
    #expect(search.screens.map(\.script.count) == search.screens.map(\.script.count).sorted())
    for (sheet, found) in zip(board.sheets, search.screens) {
      var session = Session(catalogue: .gallery)
      for line in sheet.script { #expect(session.run(line).mistake == nil, "\(line)") }
      let picture = try #require(session.picture?.steps.last?.screen)
      #expect(picture == ScreenDrawing(search.machine.screen(of: found.snapshot), width: 80).lines)
    }
  }

  @Test("a move leads from a screen's script to the screen that results; others are marked")
  func moves() throws {
    let search = try Self.search("login@fixed", depth: 4)
    let board = StoryboardMaker([search]).storyboard
    var followed = 0
    for (found, sheet) in zip(search.screens, board.sheets) where !found.isOpen {
      for (command, move) in zip(found.moves.map(\.command), sheet.frames[0].moves) {
        for target in move.targets where target.followsScript {
          var run = ScriptRun(search.machine, from: found.snapshot)
          run.drive(search.commands[command])
          #expect(target.sheet == search.place(of: Storyboard.Screen(search.machine, run.snapshot)), "\(move)")
          followed += 1
        }
      }
    }
    #expect(followed > 10)
    let opening = board.sheets[0].frames[0]
    #expect(opening.reasons["login"] == "disabled, loginEnabled is false")
    #expect(opening.moves.allSatisfy { $0.place != .control("login") })
  }

  @Test("of two machines each script runs on both, and each screen of both is on the page")
  func pairs() throws {
    let searches = try ["login@original", "login@fixed"].map { try Self.search($0, depth: 4) }
    let board = StoryboardMaker(searches).storyboard
    for (side, search) in searches.enumerated() {
      let shown = Set(board.sheets.map { $0.frames[side].screen })
      #expect(search.screens.allSatisfy { shown.contains($0.screen) })
    }
    #expect(!board.sheets[0].isChanged && board.sheets[0].script.isEmpty)
    #expect(board.sheets.contains { $0.isChanged })
    let headings = board.lines.filter { $0.hasPrefix("<h2 id=") }.map { $0.contains("(changed)") }
    #expect(headings.count == board.sheets.count)
    #expect(headings == headings.sorted { $0 && !$1 }, "changed screens come first")
  }

  // MARK: The file

  private static let reader = """
    import sys
    from html.parser import HTMLParser
    class Reader(HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.ids, self.links, self.counts, self.lang, self.text = [], [], [], {}, set(), []
        def handle_starttag(self, tag, attributes):
            attributes = dict(attributes)
            self.counts[tag] = self.counts.get(tag, 0) + 1
            for name, value in attributes.items():
                assert not name.startswith('on') and name not in ('src', 'style'), name
                if name == 'id': self.ids.append(value)
                if name == 'href': self.links.append(value)
                if name == 'lang': self.lang.add(value)
            if tag != 'meta': self.open.append(tag)
        def handle_endtag(self, tag):
            assert self.open.pop() == tag, tag
        def handle_data(self, data): self.text.append(data)
    for path in sys.argv[1:]:
        reader = Reader()
        reader.feed(open(path, encoding='utf-8').read())
        reader.close()
        assert not reader.open, reader.open
        assert len(set(reader.ids)) == len(reader.ids)
        assert all(link[0] == '#' and link[1:] in reader.ids for link in reader.links), reader.links
        screens = reader.counts['section']
        assert reader.counts['h2'] == screens + 1 and len(reader.links) > screens
        assert {'#s%d' % (number + 1) for number in range(screens)} <= set(reader.links)
        print(path, screens, *sorted(reader.lang), sep=' ')
    """

  @Test("files are well formed, all links have a target, and secrets are masked; the same each time")
  func files() throws {
    let folder = try ScratchFolder()
    let pages = [
      ("login.html", ["login@fixed", "--depth", "5"], 3),
      ("pair.html", ["login@original", "login@fixed", "--depth", "4"], 3),
      ("goods.html", ["goods@fixed", "--depth", "2"], 3), ("phone.html", ["phone@fixed", "--depth", "3"], 3),
    ]
    for (name, arguments, code) in pages {
      let run = try ToolRun(["storyboard"] + arguments + ["-o", name], in: folder)
      #expect(run.code == code && run.output.hasPrefix("\(name): "), "\(run)")
      #expect(run.output.contains("@fixed: not tried so far: "), "\(run)")
    }
    try folder.write(Self.reader, to: "reader.py")
    let read = try ToolRun.callersShell("python3 reader.py \(pages.map(\.0).joined(separator: " "))", in: folder)
    #expect(read.code == 0, "\(read.errors)")
    let lines = read.output.split(separator: "\n")
    #expect(lines.count == pages.count && lines.allSatisfy { $0.hasSuffix(" en zh") }, "\(lines)")
    let text = try folder.text("login.html")
    #expect(text.contains("<span class=\"field\">&lt;secret&gt;</span>") && text.contains("set password $right"))
    #expect(!text.contains("aaaaaa1") && text.contains("stopped by --depth 5"))
    #expect(text.contains("not reached so far") || text.contains("not tried so far"), "\(text.suffix(2000))")
    let again = try ToolRun(["storyboard", "login@fixed", "--depth", "5", "--jobs", "1"], in: folder)
    #expect(again.output == text && again.code == 3)
    try PictureTests.expectDigests(of: text, in: folder, "StoryboardPage.swift")
  }

  @Test("hostile texts are escaped; what cannot be drawn or written is refused")
  func refused() throws {
    let folder = try ScratchFolder()
    let hostile = try ToolRun(
      ["storyboard", "typed@one", "--depth", "2", "-o", "x.html"], in: folder, tool: "hostile-fixture")
    #expect(hostile.code < 4, "\(hostile.errors)")
    if hostile.code != 2 { #expect(InertBytes.faults(in: try folder.text("x.html"), isLog: false).isEmpty) }
    #expect(try ToolRun(["storyboard", "logn"], in: folder).code == 2)
    #expect(try ToolRun(["storyboard", "login", "--depth", "0"], in: folder).code == 2)
    #expect(try ToolRun(["storyboard", "login", "--depth", "1", "-o", "none/x.html"], in: folder).code == 2)
    #expect(
      try ToolRun(["storyboard", "login", "--depth", "1", "--accept-bound", "-o", "y.html"], in: folder).code == 0)
  }

  // MARK: A browser

  private struct Told: Decodable {
    var links: Int
    var lost: [String]
    var unnamed: [String]
    var names: [String]
    var unreachable: Int
    var copied: String
    var colours: [String]
    var width: Int
    var log: [Browser.Told.Entry]
    var fetched: [String]
  }

  private static let body = #"""
        links = value("document.querySelectorAll('a').length")
        lost = value("""(async () => {
          const lost = [];
          for (const link of document.querySelectorAll('a')) {
            const details = link.closest('details');
            if (details) details.open = true;
            link.click();
            await new Promise((done) => setTimeout(done, 0));
            if ('#' + document.activeElement.id !== link.getAttribute('href') || location.hash !== link.getAttribute('href'))
              lost.push(link.outerHTML);
          }
          return lost;
        })()""")
        nodes = [node for node in ask('Accessibility.getFullAXTree', session)['nodes'] if not node.get('ignored')]
        named = [(node['role']['value'], node.get('name', {}).get('value', '')) for node in nodes]
        told = {
            'links': links, 'lost': lost,
            'unnamed': [role for role, name in named if role in ('link', 'button', 'region', 'navigation') and not name],
            'names': sorted({name for role, name in named if role in ('link', 'button')}),
            'unreachable': value("[...document.querySelectorAll('a, button:not([disabled])')].filter((e) => e.tabIndex < 0).length"),
            'copied': value("""(async () => {
              document.querySelector('.script button').click();
              await new Promise((done) => setTimeout(done, 200));
              return document.querySelector('.script output').textContent;
            })()"""),
        }
    """#

  @Test(
    "in a browser all links lead on, by mouse and keyboard, everything has a name, and the log stays empty",
    .enabled(if: Browser.path != nil, "no Chromium is installed; 'Scripts/setup --browser' installs Debian's"))
  func browser() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(
      ["storyboard", "login@original", "login@fixed", "--depth", "4", "-o", "flow.html"], in: folder)
    try #require(run.code == 3, "\(run.errors)")
    let url = "file://\(folder.path("flow.html"))"
    let told: Told = try Browser.told(Self.body, of: url, in: folder)
    #expect(told.links > 50 && told.lost.isEmpty && told.unnamed.isEmpty && told.unreachable == 0, "\(told)")
    #expect(told.names.contains { $0.hasPrefix("登录 disabled, ") } && told.names.contains("Copy the script"))
    #expect(["copied", "selected"].contains(told.copied))
    #expect(told.colours == ["rgb(255, 255, 255)", "rgb(13, 17, 23)"] && told.width <= 360, "\(told)")
    #expect(told.log.isEmpty && told.fetched == [url])
  }
}
