import Foundation
import PtySupport
import Testing

/// Git merges and shows transcripts as the page tells it to.
struct MergeDriverTests {
  private static let base = """
    %transcript 1
    %machine login@fixed
    %case one
    | login idle
    > set name "a"
    | name "" -> "a"
    > set name "b"
    | name "a" -> "b"

    """

  /// A repository with the attributes and the configuration of `Documentation/Git.md`, and the branches `ours` and `theirs`.
  private func repository(_ ours: String, _ theirs: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let page = try String(contentsOfFile: "\(ReadmeTests.root)/Documentation/Git.md", encoding: .utf8)
    func block(_ language: String) throws -> String {
      let start = try #require(page.range(of: "```\(language)\n"))
      let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
      return String(page[start.upperBound..<end.lowerBound])
    }
    try folder.write(try block("gitattributes"), to: ".gitattributes")
    try folder.write(try block("sh"), to: "configure.sh")
    try folder.write(Self.base, to: "a.transcript")
    try folder.write(ours, to: "ours")
    try folder.write(theirs, to: "theirs")
    let setUp = """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      git init -q -b ours . && git config user.name t && git config user.email t@example.org && sh -e configure.sh
      git add .gitattributes a.transcript && git commit -qm base && git branch theirs
      cp ours a.transcript && git commit -qam ours && git switch -q theirs
      cp theirs a.transcript && git commit -qam theirs && git switch -q ours
      """
    let run = try git(setUp, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    return folder
  }

  private func git(_ line: String, in folder: ScratchFolder) throws -> ToolRun {
    let tool = (BuiltProduct.path("signalbox") as NSString).deletingLastPathComponent
    return try ToolRun.callersShell("set -e; export PATH=\"$PATH:\(tool)\" HOME=\"$PWD\"\n\(line)", in: folder)
  }

  @Test("git merges blocks that stand side by side, and cases that both sides added")
  func merged() throws {
    let ours = Self.base.replacing("-> \"a\"", with: "-> \"aa\"") + "\n%case ours\n| login idle\n"
    let theirs = Self.base.replacing("-> \"b\"", with: "-> \"bb\"") + "\n%case theirs\n| login idle\n"
    let folder = try repository(ours, theirs)
    let run = try git("git merge -q -m merged theirs", in: folder)
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(
      try folder.text("a.transcript") == ours.replacing("-> \"b\"", with: "-> \"bb\"")
        + "\n%case theirs\n| login idle\n")
    // Git alone finds a conflict in it.
    let plain = try git(
      """
      git reset -q --hard HEAD~1
      git config --remove-section merge.signalbox
      git merge -q -m merged theirs
      """, in: folder)
    #expect(plain.code == 1)
  }

  @Test("a block that both sides changed is left between markers, and the merge waits")
  func conflict() throws {
    let ours = Self.base.replacing("-> \"b\"", with: "-> \"x\"")
    let folder = try repository(ours, Self.base.replacing("-> \"b\"", with: "-> \"y\""))
    let run = try git("git merge -q -m merged theirs", in: folder)
    #expect(run.code == 1)
    #expect(
      (run.output + run.errors).contains(
        "signalbox: a.transcript: 1 conflict; resolve what stands between the markers, then replay the file"))
    let text = try folder.text("a.transcript")
    #expect(
      text.hasSuffix(
        "> set name \"b\"\n<<<<<<< ours\n| name \"a\" -> \"x\"\n=======\n| name \"a\" -> \"y\"\n>>>>>>> theirs\n"))
    #expect(try git("git diff --name-only --diff-filter=U", in: folder).output == "a.transcript\n")
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 2)
  }

  @Test("a hunk names its case")
  func hunk() throws {
    let folder = try repository(Self.base, Self.base + "# more\n")
    let run = try git("git diff -U1 ours theirs -- a.transcript", in: folder)
    #expect(run.output.contains(" @@ %case one\n"), "\(run.output)")
  }

  @Test("the repository of Signalbox has the same attributes")
  func attributes() throws {
    let own = try String(contentsOfFile: "\(ReadmeTests.root)/.gitattributes", encoding: .utf8)
    #expect(own.contains("\n*.transcript merge=signalbox diff=transcript\n"))
  }

  @Test("a version that cannot be read leaves all as it was")
  func unreadable() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.base, to: "a")
    let run = try ToolRun(["merge", "a", "a", "none"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("none: no such file"))
    #expect(try folder.text("a") == Self.base)
  }
}
