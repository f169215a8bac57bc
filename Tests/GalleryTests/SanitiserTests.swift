import Testing
import ViewModels

@Suite("Cleaning a login name")
struct SanitiserTests {
  /// Typed text, and what stays of it.
  static let table: [(typed: String, kept: String)] = [
    ("", ""),
    ("aaaaaa", "aaaaaa"),
    ("12ab34", "ab34"),
    ("1", ""),
    ("123456", ""),
    ("a a a", "aaa"),
    ("a-b_c", "abc"),
    ("é", ""),
    ("e\u{301}", "e"),
    ("ａｂｃ", ""),
    ("１a", "a"),
    ("😀a", "a"),
    ("中a1文2", "a12"),
    ("00a", "a"),
    ("1a!2bcdef", "a2bcdef"),
    ("!1-2_a", "a"),
    ("a\u{0}\n\tb", "ab"),
    ("\u{202E}ab", "ab"),
    ("@[`{/:", ""),
    ("AZaz09", "AZaz09"),
  ]

  @Test("only ASCII letters and digits stay, the digits not in front", arguments: ["login@original", "login@fixed"])
  func rows(_ title: String) throws {
    for (typed, kept) in Self.table {
      var run = try GalleryRun(title)
      run(.set(control: "name", .string(typed)))
      #expect(run.value("name") == .string(kept))
    }
  }

  @Test("clean text is left alone", arguments: ["login@original", "login@fixed"])
  func idempotent(_ title: String) throws {
    for (_, kept) in Self.table {
      var run = try GalleryRun(title)
      #expect(run(.set(control: "name", .string(kept))).values(of: "name") == [.string(kept)])
    }
  }

  @Test("HZ-D1: the name is assigned at most twice for one edit", arguments: ["login@original", "login@fixed"])
  func depth(_ title: String) throws {
    for (typed, kept) in Self.table where typed != kept {
      var run = try GalleryRun(title)
      #expect(run(.set(control: "name", .string(typed))).values(of: "name") == [.string(typed), .string(kept)])
    }
  }
}
