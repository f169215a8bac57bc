import Foundation
import PtySupport
import Testing

/// Git shows transcripts as the page tells it to.
struct GitPageTests {
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

  /// A repository with the attributes and the configuration of `Documentation/Transcripts.md`, and the branches
  /// `ours` and `theirs`.
  private func repository(_ ours: String, _ theirs: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let page = try String(contentsOfFile: "\(ReadmeTests.root)/Documentation/Transcripts.md", encoding: .utf8)
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
    try ToolRun.callersShell("set -e; export HOME=\"$PWD\"\n\(line)", in: folder)
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
    #expect(own.contains("\n*.transcript diff=transcript\n"))
  }
}
