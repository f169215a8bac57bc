import Foundation
import PtySupport
import Testing

/// Runs and charts as files for a browser, read by programs that others keep.
@Suite("Pictures")
struct PictureTests {
  private static let script = """
    open login@fixed
    set name "aaaaaa"
    set password $wrong
    tap login
    advance
    dismiss
    set password $right
    tap login
    advance

    """

  private func page() throws -> (folder: ScratchFolder, text: String) {
    let folder = try ScratchFolder()
    try folder.write(Self.script, to: "login.txt")
    let run = try ToolRun(["trace", "login.txt", "-o", "run.html"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    #expect(run.output == "run.html: html, 9 steps\n")
    return (folder, try folder.text("run.html"))
  }

  /// What a program of Python says of a file.
  private func answer(_ program: String, to file: String, in folder: ScratchFolder) throws -> [Substring] {
    try folder.write(program, to: "program.py")
    let run = try ToolRun.callersShell("python3 program.py '\(folder.path(file))'", in: folder)
    try #require(run.code == 0, "\(run.errors)\(run.output)")
    return run.output.split(separator: "\n")
  }

  static func expectDigests(of text: String, in folder: ScratchFolder, _ file: String) throws {
    for (tag, rule) in [("style", "style-src"), ("script", "script-src")] {
      let content = try #require(
        text.components(separatedBy: "<\(tag)>").last?.components(separatedBy: "</\(tag)>").first)
      try folder.write(content, to: "content")
      let digest = try ToolRun.callersShell("openssl dgst -sha256 -binary content | base64", in: folder)
      let expected = digest.output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(
        text.contains("\(rule) 'sha256-\(expected)'"), "\(tag): write \(expected) in \(file)")
    }
  }

  @Test("a page is the same each time, and its policy names the digests of its own style and script")
  func policy() throws {
    let (folder, text) = try page()
    #expect(try ToolRun(["trace", "login.txt", "-o", "again.html"], in: folder).code == 0)
    #expect(try folder.text("again.html") == text)
    try Self.expectDigests(of: text, in: folder, "RunPage.swift")
    #expect(text.contains("default-src 'none'"))
  }

  @Test("a page's tags are closed in order, its names are unique, its links lead somewhere, and it fetches nothing")
  func structure() throws {
    let (folder, _) = try page()
    let program = """
      import sys
      from html.parser import HTMLParser
      class Reader(HTMLParser):
          def __init__(self):
              super().__init__()
              self.open, self.ids, self.links, self.counts = [], [], [], {}
          def handle_starttag(self, tag, attributes):
              attributes = dict(attributes)
              self.counts[tag] = self.counts.get(tag, 0) + 1
              for name, value in attributes.items():
                  assert not name.startswith('on') and name not in ('src', 'style'), name
                  if name == 'id': self.ids.append(value)
                  if name == 'href': self.links.append(value)
              if tag not in ('meta', 'br'): self.open.append(tag)
          def handle_startendtag(self, tag, attributes):
              self.handle_starttag(tag, attributes)
              self.open.pop()
          def handle_endtag(self, tag):
              assert self.open.pop() == tag, tag
      reader = Reader()
      reader.feed(open(sys.argv[1], encoding='utf-8').read())
      reader.close()
      assert not reader.open, reader.open
      assert len(set(reader.ids)) == len(reader.ids)
      assert all(link[0] == '#' and link[1:] in reader.ids for link in reader.links), reader.links
      print(*(reader.counts.get(tag, 0) for tag in ('html', 'header', 'nav', 'main', 'h1', 'li', 'summary', 'svg', 'a', 'script')))
      """
    #expect(try answer(program, to: "run.html", in: folder) == ["1 1 1 1 1 9 9 1 9 1"])
  }

  @Test(
    "a browser shows the page, keys go through its steps, and its log stays empty",
    .enabled(if: Browser.path != nil, "no Chromium is installed; 'Scripts/setup --browser' installs Debian's"))
  func browser() throws {
    let (folder, _) = try page()
    let url = "file://\(folder.path("run.html"))"
    let told: Browser.Told = try Browser.told(Browser.keys, of: url, in: folder)
    #expect(
      told.steps == [
        "0 opened 0ms", "1 set name \"aaaaaa\" 0ms", "2 set password $wrong 0ms", "3 tap login 0ms", "4 advance 0ms",
        "5 dismiss 1000ms", "6 set password $right 1000ms", "7 tap login 1000ms", "8 advance 1000ms",
      ])
    let steps = [0, 1, 2, 3, 2, 1, 0, 0, 8, 8].map { "step-\($0)" }
    for (step, found) in zip(steps, told.keys) {
      #expect(found.dropFirst() == [.list([step]), .list([step]), .list(["#\(step)"]), .word(step), .word("#\(step)")])
    }
    #expect(told.keys.count == steps.count)
    #expect(told.click == [.list(["step-3"]), .list(["step-3"]), .list(["#step-3"])])
    #expect(told.screen.hasPrefix("login\n== 登录 ==\nname      用户名 [aaaaaa]\npassword  密码   [<secret>]\n"))
    #expect(told.colours == ["rgb(255, 255, 255)", "rgb(13, 17, 23)"])
    #expect(told.width <= 360)
    #expect(Set(told.tree).isSuperset(of: ["navigation", "main", "banner", "list", "heading"]))
    #expect(told.log.isEmpty)
    #expect(told.fetched == [url])
  }

  @Test("drawings of every machine are XML in which no text is wider than its box and no box is over another")
  func charts() throws {
    let folder = try ScratchFolder()
    let titles = try ToolRun(["list"], in: folder).output.split(separator: "\n").dropLast().map {
      String($0.split(separator: " ")[0])
    }
    #expect(titles.count > 20)
    for title in titles {
      let run = try ToolRun(["diagram", title, "-o", "\(title).svg"], in: folder)
      #expect(run.code == 0 && run.output.hasPrefix("\(title).svg: svg, "))
    }
    let program = """
      import sys, glob, unicodedata
      import xml.etree.ElementTree as tree
      ns = '{http://www.w3.org/2000/svg}'
      def columns(text): return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)
      def frame(e): return [int(e.get(k)) for k in ('x', 'y', 'width', 'height')]
      def over(a, b): return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
      for path in sorted(glob.glob(sys.argv[1] + '/*.svg')):
          root = tree.parse(path).getroot()
          width, height = int(root.get('width')), int(root.get('height'))
          boxes, labels = [], []
          for group in root.iter(ns + 'g'):
              rects = [r for r in group.findall(ns + 'rect')]
              for text in group.findall(ns + 'text'):
                  place = [int(text.get('x')), int(text.get('y')) - 13, 8 * columns(text.text), 18]
                  assert place[0] + place[2] <= width and place[1] + 18 <= height, (path, text.text)
                  if rects:
                      box = frame(rects[0])
                      assert box[0] <= place[0] and place[0] + place[2] <= box[0] + box[2], (path, text.text)
                      assert box[1] <= place[1] and place[1] + 18 <= box[1] + box[3], (path, text.text)
                  else: labels.append(place)
              if rects and 'state' in rects[0].get('class'): boxes.append(frame(rects[0]))
          assert boxes, path
          for i, box in enumerate(boxes):
              assert not any(over(box, other) for other in boxes[i + 1:]), path
              assert not any(over(box, label) for label in labels), path
          for i, label in enumerate(labels):
              assert not any(over(label, other) for other in labels[i + 1:]), path
          print(path)
      """
    #expect(try answer(program, to: ".", in: folder).count == titles.count)
  }

  @Test("a format by its name, or by the file's ending")
  func formats() throws {
    let folder = try ScratchFolder()
    let printed = try ToolRun(["diagram", "login", "--format", "svg"], in: folder)
    #expect(try ToolRun(["diagram", "login", "-o", "login.svg"], in: folder).code == 0)
    #expect(try folder.text("login.svg") == printed.output)
    #expect(try ToolRun(["diagram", "login", "-o", "login.mmd"], in: folder).code == 0)
    #expect(try folder.text("login.mmd").hasPrefix("stateDiagram-v2\n"))
    #expect(try ToolRun(["diagram", "login", "-o", "login.gv", "--format", "text"], in: folder).code == 0)
    #expect(try folder.text("login.gv").hasPrefix("login\n"))
  }

  @Test(
    "the pictures of the page about them are what the tool writes",
    arguments: [
      ("login.svg", ["diagram", "login"]),
      ("retry.svg", ["trace", "\(ReadmeTests.root)/Transcripts/login/retry.transcript:4"]),
    ])
  func shown(_ name: String, _ arguments: [String]) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(arguments + ["-o", name], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let file = URL(fileURLWithPath: "\(ReadmeTests.root)/Documentation/Pictures/\(name)")
    let isCurrent = (try? String(contentsOf: file, encoding: .utf8)) == (try folder.text(name))
    #expect(isCurrent, "run this test with WRITE_PAGES=1, which writes \(file.path) anew, then look and run again")
    guard !isCurrent, ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" else { return }
    try Data(folder.text(name).utf8).write(to: file, options: .atomic)
  }

  @Test("a mistake in the script, and a place that cannot be written, leave what was there")
  func mistakes() throws {
    let folder = try ScratchFolder()
    try folder.write("open login\ntap nowhere\n", to: "bad.txt")
    try folder.write("mine", to: "run.html")
    #expect(try ToolRun(["trace", "bad.txt", "-o", "run.html"], in: folder).code == 2)
    #expect(try folder.text("run.html") == "mine")
    try folder.write("", to: "none.txt")
    #expect(try ToolRun(["trace", "none.txt", "-o", "run.html"], in: folder).errors.contains("opens no machine"))
    try folder.write(Self.script, to: "login.txt")
    #expect(try ToolRun(["trace", "login.txt", "-o", "none/run.html"], in: folder).code == 2)
  }
}
