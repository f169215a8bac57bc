import Foundation
import PtySupport
import Testing

/// `signalbox compare --base REV`: what is asked of git and of the package manager. A stand-in for `swift` "builds"
/// a tool that has, as `purchase@fixed`, the variant that the file `variant` of the package names.
@Suite("A comparison with a revision of git")
struct BaseRevisionTests {
  /// A repository with a package at two revisions: `one` has the original, and `HEAD` has what this tool has.
  private func repository(package: String = "repo") throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["home", "bin", package] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write("// a manifest\n", to: "\(package)/Package.swift")
    try folder.write(".build/\n", to: "repo/.gitignore")
    try folder.write("original\n", to: "\(package)/variant")
    try #require(git("init -q . && git add -A && git commit -qm one && git tag one", in: folder).code == 0)
    try folder.write("fixed\n", to: "\(package)/variant")
    try #require(git("commit -qam two", in: folder).code == 0)
    try BaseTests.write(Self.standIn, as: "bin/swift", in: folder)
    return folder
  }

  private static let standIn = """
    while [ $# -gt 0 ]; do case $1 in
      --package-path) package=$2; shift;; --scratch-path) scratch=$2; shift;; -c) kind=$2; shift;; --product) product=$2; shift;;
      dump-package) if [ -e "$package/dump" ]; then sed "s|PACKAGE|$package|" "$package/dump"; else echo '{"dependencies":[]}'; fi; exit;;
    esac; shift; done
    if [ -e "$package/hook" ]; then . "$package/hook"; fi
    variant=$(cat "$package/variant")
    if [ "$variant" = broken ]; then echo 'Building for debugging...'; echo 'error: emit-module command failed with exit code 1 (use -v to see invocation)'; echo "$package/Sources/A.swift:3:5: error: cannot find 'x' in scope"; echo 'error: fatalError' >&2; exit 1; fi
    mkdir -p "$scratch/$kind"
    printf '#!/bin/bash\\nsed -u s/purchase@fixed/purchase@%s/g | "\(BuiltProduct.path("signalbox"))" serve | sed -u s/purchase@%s/purchase@fixed/g\\n' "$variant" "$variant" >"$scratch/$kind/$product"
    chmod +x "$scratch/$kind/$product"
    """

  private func git(_ line: String, in folder: ScratchFolder, at place: String = "repo") throws -> ToolRun {
    let identity = ["AUTHOR", "COMMITTER"].map { "GIT_\($0)_NAME=a GIT_\($0)_EMAIL=a@b" }.joined(separator: " ")
    return try ToolRun.callersShell(
      "cd \(place) && export \(identity) GIT_CONFIG_GLOBAL=/dev/null; git \(line)", in: folder)
  }

  private func compare(
    _ arguments: String, in folder: ScratchFolder, at place: String = "repo", environment: String = ""
  ) throws -> ToolRun {
    try ToolRun.callersShell(
      "cd '\(place)' && export PATH=\"\(folder.path("bin")):$PATH\" HOME='\(folder.path("home"))' \(environment); $S compare \(arguments)",
      in: folder)
  }

  // MARK: Comparing

  @Test("a revision is built beside the package and compared with this tool; the people's tree is left alone")
  func compares() throws {
    let folder = try repository()
    try folder.write("mine\n", to: "repo/variant")
    let commit = try git("rev-parse one", in: folder).output.dropLast()
    let run = try compare("--base one purchase@fixed", in: folder)
    #expect(run.code == 1, "\(run.errors)")
    #expect(run.output.hasPrefix("- a  one (\(commit.prefix(12)))\n+ b  this tool\n\n- a  purchase@fixed at one ("))
    #expect(run.output.hasSuffix(": 1 breaking\n"))
    #expect(run.errors == "signalbox: building 'one' in .build/base (some minutes the first time)\n")
    #expect(try git("status --porcelain", in: folder).output == " M variant\n")
    #expect(try git("branch --show-current", in: folder).output.isEmpty == false)
    // The same work tree serves another revision.
    let head = try compare("--base HEAD purchase@fixed", in: folder)
    #expect(head.code == 0 && head.output.hasSuffix(": 1 identical\n"), "\(head.output)\(head.errors)")
    #expect(try git("worktree list", in: folder).output.split(separator: "\n").count == 2)
    let json = try compare("--base one purchase@fixed --json", in: folder)
    #expect(json.output.hasPrefix(#"{"base":"one (\#(commit.prefix(12)))","v":1,"commit":"\#(commit)"}"# + "\n"))
    let full = try compare("--base \(commit) purchase@fixed", in: folder)
    #expect(full.output.hasPrefix("- a  \(commit.prefix(12))\n"))
  }

  private struct Workflow: Decodable {
    struct Job: Decodable { var steps: [Step] }
    struct Step: Decodable {
      var id: String?
      var run: String?
    }
    var jobs: [String: Job]
  }

  @Test(
    "the workflow's step writes the comment, and fails where something broke",
    .enabled(if: ToolRun.isDebian, "only Debian has Python's YAML as a package"))
  func workflow() throws {
    let block = try #require(
      CIPageTests.blocks().first { String(decoding: $0, as: UTF8.self).hasPrefix(#"{"name": "behaviour""#) })
    let job = try #require(JSONDecoder().decode(Workflow.self, from: block).jobs["behaviour"])
    let script = try #require(job.steps.first { $0.id == "compare" }?.run)
    #expect(!script.contains("${{"), "what a pull request names is text of the script")
    let folder = try repository()
    try folder.write(script, to: "script")
    for (base, code) in [("one", 1), ("HEAD", 0)] {
      let variables =
        "TOOL='\(BuiltProduct.path("signalbox"))' BASE=\(base) GITHUB_STEP_SUMMARY='\(folder.path("summary"))'"
      let run = try ToolRun.callersShell(
        "cd repo && export PATH=\"\(folder.path("bin")):$PATH\" \(variables); bash --noprofile --norc -eo pipefail ../script "
          + "purchase@fixed",
        in: folder)
      #expect(run.code == Int32(code), "\(run.errors)")
      #expect(try folder.text("repo/comment.md").hasPrefix("## <code>\(base) ("))
    }
    #expect(try folder.text("summary").contains("→ this version: breaking\n"))
  }

  @Test("a work tree that was thrown away or damaged is made again")
  func again() throws {
    let folder = try repository()
    #expect(try compare("--base one purchase@fixed", in: folder).code == 1)
    try FileManager.default.removeItem(atPath: folder.path("repo/.build"))
    #expect(try compare("--base one purchase@fixed", in: folder).code == 1)
    #expect(try git("worktree prune && rm -rf .git/worktrees", in: folder).code == 0)
    #expect(try compare("--base HEAD purchase@fixed", in: folder).code == 0)
    #expect(try git("worktree list", in: folder).output.split(separator: "\n").count == 2)
  }

  @Test(
    "a package below the repository's folder is built there; a package beside it that the manifest names is linked in")
  func nested() throws {
    let folder = try repository(package: "repo/deep/lab")
    try FileManager.default.createDirectory(atPath: folder.path("box"), withIntermediateDirectories: false)
    try folder.write("here\n", to: "box/Package.swift")
    try folder.write(
      #"{"dependencies":[{"fileSystem":[{"path":"PACKAGE/../../../box"}]},{"sourceControl":[]}]}"#,
      to: "repo/deep/lab/dump")
    try folder.write("cat \"$package/../../../box/Package.swift\" >\"$HOME/seen\"\n", to: "repo/deep/lab/hook")
    try #require(git("add -A && git commit -qm three", in: folder).code == 0)
    let place = "repo/deep/lab"
    try FileManager.default.createDirectory(
      atPath: folder.path("\(place)/Sources"), withIntermediateDirectories: false)
    let run = try compare("--base HEAD purchase@fixed", in: folder, at: "\(place)/Sources")
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(try folder.text("home/seen") == "here\n")
    #expect(FileManager.default.fileExists(atPath: folder.path("\(place)/.build/base/build")))
  }

  // MARK: What cannot be

  @Test("definitions that do not build are one sentence with the first error, and the whole output is kept")
  func broken() throws {
    let folder = try repository()
    try folder.write("broken\n", to: "repo/variant")
    try #require(git("commit -qam broken", in: folder).code == 0)
    let run = try compare("--base HEAD purchase@fixed", in: folder)
    #expect(run.code == 2 && run.output.isEmpty)
    let log = "repo/.build/base/log"
    #expect(
      run.errors.hasSuffix(
        "signalbox: error[E1195]: \(folder.path(log)): the package does not build at 'HEAD': "
          + "Sources/A.swift:3:5: error: cannot find 'x' in scope\n"), "\(run.errors)")
    #expect(try folder.text(log).contains("error: fatalError\n"))
  }

  @Test("a revision that git does not know is told of; in a shallow clone with the line that mends it")
  func unknown() throws {
    let folder = try repository()
    let run = try compare("--base nope", in: folder)
    #expect(run.code == 2)
    #expect(run.errors == "signalbox: error[E1192]: git does not know the revision 'nope'; fetch it, or name another\n")
    #expect(try compare("--base=--help", in: folder).errors.contains("git does not know the revision '--help'"))
    try #require(
      ToolRun.callersShell("git clone -q --depth 1 'file://\(folder.path("repo"))' shallow", in: folder).code == 0)
    let shallow = try compare("--base one", in: folder, at: "shallow")
    #expect(shallow.code == 2)
    #expect(
      shallow.errors
        == "signalbox: error[E1192]: git does not know the revision 'one'; the clone is shallow; 'git fetch --unshallow' fetches "
        + "the rest (in a workflow: 'fetch-depth: 0')\n")
  }

  @Test("no repository, one that git does not trust, no package, and no git")
  func surroundings() throws {
    let folder = try repository()
    let outside = try compare("--base one", in: folder, at: ".")
    #expect(outside.code == 2 && outside.errors.contains("error[E1191]: this folder is not in a git repository; "))
    let foreign = try compare("--base one", in: folder, environment: "GIT_TEST_ASSUME_DIFFERENT_OWNER=1")
    #expect(foreign.code == 2)
    #expect(
      foreign.errors.contains("error[E1193]: ")
        && foreign.errors.contains("'git config --global --add safe.directory \(folder.path("repo"))' allows it"),
      "\(foreign.errors)")
    try #require(git("mv Package.swift Other.swift", in: folder).code == 0)
    let empty = try compare("--base one", in: folder)
    #expect(
      empty.code == 2 && empty.errors.contains("error[E1194]: .: there is no Package.swift here or above, up to "))
    let without = try ToolRun(["compare", "--base", "one"], in: folder, environment: ["PATH": folder.path])
    #expect(without.code == 4 && without.errors.contains("error[E4271]: git cannot be started: no such file"))
  }

  @Test("a work tree that git cannot make, and one that another comparison uses")
  func workTree() throws {
    let folder = try repository()
    try folder.write("", to: "repo/.git/worktrees")
    let run = try compare("--base one", in: folder)
    #expect(run.code == 4 && run.errors.contains("git cannot make a work tree of 'one': "), "\(run.errors)")
    try FileManager.default.removeItem(atPath: folder.path("repo/.git/worktrees"))
    let inner =
      "(cd '\(folder.path("repo"))' && '\(BuiltProduct.path("signalbox"))' compare --base one) 2>\"$HOME/inner\" || true\n"
    try folder.write(inner, to: "repo/hook")
    try #require(git("add -A && git commit -qm three", in: folder).code == 0)
    #expect(try compare("--base HEAD purchase@fixed", in: folder).code == 0)
    #expect(
      try folder.text("home/inner").contains(
        "error[E4272]: \(folder.path("repo/.build/base")): another comparison with a revision runs here; wait until it ends"
      ))
    try FileManager.default.removeItem(atPath: folder.path("repo/.build"))
    try folder.write("", to: "repo/.build")
    let file = try compare("--base one", in: folder)
    #expect(file.code == 4 && file.errors.contains("error[E4270]: "), "\(file.errors)")
  }
}
