import Foundation
import Testing

@testable import Console

struct PictureTests {
  private func text(_ line: String, _ session: inout Session) throws -> String {
    let reply = session.run(line)
    #expect(reply.mistake == nil)
    guard case .save(let saved)? = reply.effects.first else { return "" }
    #expect(reply.lines == [.talk("saved to \(saved.file)")])
    return saved.text
  }

  private static let lines = ["set name aaaaaa", "set password $wrong", "tap login", "advance", "dismiss"]

  @Test("a page holds each step with its lines, the fields that it left with another value, and the screen behind it")
  func page() throws {
    var session = Fixture.login()
    for line in Self.lines { _ = session.run(line) }
    let page = try text("trace run.html", &session)
    #expect(page.components(separatedBy: "<li id=\"step-").count == Self.lines.count + 2)
    #expect(page.contains("<code>tap login</code>"))
    #expect(page.contains("<tr><th scope=\"row\">name</th><td>&quot;&quot;</td><td>&quot;aaaaaa&quot;</td></tr>"))
    #expect(page.contains("<th scope=\"row\">loginEnabled</th><td>false</td><td>true</td>"))
    #expect(page.contains("\n+1000ms login executing -&gt; failed\n"))
    #expect(page.contains("+- alert ----------+\n| 登录失败         |\n"))
    #expect(try text("trace run.html", &session) == page)
  }

  @Test("a page holds the path to where the case stands, on one clock over a restart")
  func path() throws {
    var session = Fixture.login()
    for line in Self.lines + ["restart", "set name bbbbbb", "undo"] { _ = session.run(line) }
    let page = try text("trace run.html", &session)
    #expect(!page.contains("bbbbbb"))
    #expect(page.contains("<code>restart</code> <span class=\"time\">1000ms</span>"))
    #expect(page.contains("<p>6 commands, 1000ms. "))
  }

  @Test("no picture holds a secret")
  func secrets() throws {
    var session = Fixture.login("set password qwertz")
    for file in ["run.html", "run.svg"] {
      let picture = try text("trace \(file)", &session)
      #expect(!picture.contains("qwertz") && picture.contains("set password $typed1"))
    }
  }

  @Test("a chart is written in the format that its file's name ends in, with the state where the machine stands")
  func charts() throws {
    var session = Fixture.login("set name aaaaaa", "set password $right", "tap login")
    #expect(try text("diagram \"a b.gv\"", &session).hasPrefix("digraph "))
    let drawing = try text("diagram pictures/login.svg", &session)
    #expect(drawing.hasPrefix("<svg ") && drawing.hasSuffix("</svg>\n"))
    #expect(drawing.contains("<text class=\"name now\" ") && drawing.contains(">executing</text>"))
    #expect(
      session.shown("diagram login.pdf") == [
        "9: unknown format 'login.pdf'; there are 'text', 'mermaid', 'dot', 'svg' or 'scxml'; a file ends in '.txt', '.mmd', '.dot', "
          + "'.svg' or '.scxml'"
      ])
  }
}
