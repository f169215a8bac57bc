import Foundation
import Testing

/// The pages from the articles to the charts: what they show is so, and each hazard stands where it belongs.
@Suite("The pages of the articles")
struct ArticlePageTests {
  static let folder = "Documentation/Articles"

  /// Each page with the folders of its systems, and the hazards of its article.
  static let pages: [(name: String, systems: [String], hazards: [String])] = [
    (
      "LoginAndHome", ["Login", "Home", "Classes", "login", "home", "login-app"],
      numbered("A", 1...4) + numbered("B", 4...5) + numbered("D", 1...7) + numbered("E", 1...7)
    ),
    ("BlockCommand", ["Follow", "SignalCommand", "follow", "command"], numbered("C", 1...9)),
    ("TrafficLight", ["User", "Purchase", "user", "purchase"], numbered("B", 2...3) + numbered("F", 1...7)),
    (
      "PhoneAndGoods", ["Phone", "Goods", "Headlines", "phone", "goods", "headlines", "phone-app"],
      numbered("G", 1...12) + numbered("H", 1...19) + numbered("I", 1...1)
    ),
    ("FlickrSearch", ["Flickr", "flickr"], numbered("B", 1...1) + numbered("B", 5...5) + numbered("J", 1...12)),
  ]

  private static func numbered(_ letter: String, _ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "HZ-\(letter)\($0)" }
  }

  private static func file(_ path: String) -> String? {
    try? String(contentsOfFile: "\(Repository.root)/\(path)", encoding: .utf8)
  }

  private static func page(_ name: String) throws -> ArticlePage {
    let path = "\(folder)/\(name).md"
    return ArticlePage(path: path, text: try #require(file(path)), file: file)
  }

  /// The hazards that the sources and the transcripts of systems name.
  private static func named(by systems: [String]) throws -> Set<String> {
    let files = try ["Sources/Gallery", "Transcripts"].flatMap { root in
      try FileManager.default.subpathsOfDirectory(atPath: "\(Repository.root)/\(root)")
        .filter { systems.contains(String($0.prefix { $0 != "/" })) }.map { "\(root)/\($0)" }
    }
    return Set(files.compactMap(file).flatMap(ArticlePage.hazards))
  }

  @Test("show lines that stand where they say, and name what is there", arguments: pages.map(\.name))
  func holds(_ name: String) throws {
    let page = try Self.page(name)
    #expect(page.violations == [])
    #expect(page.fences.contains { $0.language == "swift" } && page.fences.contains { $0.language == "text" })
  }

  @Test("tell of the hazards of their article, and of those that its systems name", arguments: pages.map(\.name))
  func hazards(_ name: String) throws {
    let page = try Self.page(name)
    let entry = try #require(Self.pages.first { $0.name == name })
    let expected = Set(entry.hazards).union(try Self.named(by: entry.systems))
    let differing = Set(page.places.flatMap(\.hazards)).symmetricDifference(expected).sorted()
    #expect(
      differing == [],
      "\(page.path) lacks these or has no business with them; a hazard stands in a heading or begins a row")
    #expect(Set(ArticlePage.hazards(in: page.lines.joined(separator: "\n"))).subtracting(expected).sorted() == [])
  }

  @Test("leave out no hazard of the index, no system and no page")
  func complete() throws {
    let known = Set(Self.pages.flatMap(\.hazards))
    #expect(
      Set(HazardIndexTests.index.flatMap { ArticlePage.hazards(in: $0.hazard) }).subtracting(known).sorted() == [])
    for root in ["Sources/Gallery", "Transcripts"] {
      let systems = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/\(root)")
        .filter { !$0.hasSuffix(".swift") && !["failures", "console"].contains($0) }
      let left = Set(systems).subtracting(Self.pages.flatMap(\.systems)).sorted()
      #expect(left == [], "tell of each on the page of its article, and say so in the table of this test")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/\(Self.folder)")
    #expect(files.sorted() == (Self.pages.map(\.name) + ["README"]).map { "\($0).md" }.sorted())
    let index = try #require(Self.file("\(Self.folder)/README.md"))
    #expect(Self.pages.allSatisfy { index.contains("(\($0.name).md)") })
  }
}

/// What the check of a page finds.
@Suite("A page of an article")
struct ArticlePageCheckTests {
  private func violations(_ text: String) -> [String] {
    let files = [
      "Sources/Gallery/A/A.swift": "struct A {\n  let a = 1\n\n  // HZ-A1\n  let b = 2\n  let c = 3\n}\n",
      "Transcripts/a/a.transcript":
        "%machine a\n%case one\n> tap a\n| a 1\n| a 2\n\n# HZ-A1\n%case two\n> tap b\n| b 1\n",
    ]
    return ArticlePage(path: "D/P.md", text: text) { files[$0] }.violations
  }

  @Test(
    "may leave lines out and take indentation away as a whole",
    arguments: [
      "let a = 1", "  let a = 1\n\n  // HZ-A1", "let a = 1\n…\nlet b = 2", "struct A {\n  // …\n  let c = 3\n}",
    ])
  func held(_ lines: String) {
    #expect(violations("See [A](../Sources/Gallery/A/A.swift):\n\n```swift\n\(lines)\n```\n") == [])
  }

  @Test(
    "shows no line that is not there, out of order, or with its indentation changed",
    arguments: [
      "let d = 4", "let b = 2\n…\nlet a = 1", "let a = 1\nlet b = 2", "let a = 1\n  let b = 2", "…\nlet a = 1", "",
      "let b = 2\n…\nlet c = 3",
    ])
  func changed(_ lines: String) {
    let found = violations("See [A](../Sources/Gallery/A/A.swift):\n\n```swift\n\(lines)\n```\n")
    #expect(found == ["D/P.md:3: Sources/Gallery/A/A.swift has no such lines"])
  }

  @Test("shows lines of one case of a transcript")
  func cases() {
    let link = "See [a](../Transcripts/a/a.transcript):\n"
    #expect(violations("\(link)```text\n> tap a\n…\n| a 2\n```\n") == [])
    #expect(
      violations("\(link)```text\n> tap a\n…\n| b 1\n```\n") == [
        "D/P.md:2: Transcripts/a/a.transcript has no case with such lines"
      ])
  }

  @Test("names the source of a fence right above it, and has no fence that nothing holds")
  func sources() {
    let link = "See [A](../Sources/Gallery/A/A.swift).\n"
    let fence = "```swift\nlet a = 1\n```\n"
    #expect(violations("\(link)\nBelow:\n\(fence)") == ["D/P.md:4: no source of the gallery is linked right above"])
    #expect(violations("\(link)\(fence)\(fence)") == ["D/P.md:5: no source of the gallery is linked right above"])
    #expect(violations("\(link)```text\n> tap a\n```\n") == ["D/P.md:2: no transcript is linked right above"])
    #expect(violations("```\nx\n```\n") == ["D/P.md:1: nothing holds a fence of ''"])
    #expect(violations("```console\n$ ls\n```\n") == ["D/P.md:1: the fence does not begin with a command of the tool"])
  }

  @Test("links each hazard to a file that names it")
  func hazards() {
    let link = "[A](../Sources/Gallery/A/A.swift)"
    #expect(violations("## HZ-A1: a\n\(link)\n") == [])
    #expect(violations("## HZ-A1: a\n## Next\n\(link)\n") == ["D/P.md:1: no file that is linked there names HZ-A1"])
    #expect(violations("| HZ-A1, HZ-A10 | \(link) |\n") == ["D/P.md:1: no file that is linked there names HZ-A10"])
  }

  @Test("finds each name of the gallery in the file that is linked behind it")
  func names() {
    let table = "| in the article | in the gallery |\n|---|---|\n"
    let link = "[A](../Sources/Gallery/A/A.swift)"
    #expect(violations("\(table)| `x` | `struct A`, \(link) |\n") == [])
    #expect(violations("\(table)| `x` | `gone`, \(link) |\n") == ["D/P.md:3: no file that is linked there has 'gone'"])
    #expect(violations("\(table)| `x` | `A` |\n") == ["D/P.md:3: no file is linked"])
  }
}
