import Files
import Statecharts
import Traces
import Transcripts
import Worker

/// Builds a revision's tool in a git work tree, kept below `.build` for reuse.
///
/// The tree below `root` mirrors `/`, so relative paths in the manifest resolve; packages outside the repository
/// are linked in.
struct BaseBuild {
  private let revision: BaseRevision
  private let product: String
  private let folder: String
  private var root: String { "\(folder)/root" }
  private var tree: String { root + revision.repository }
  private var package: String { root + revision.package }
  private var log: String { "\(folder)/log" }
  /// Locked while the work tree is in use.
  private let lock: AppendingFile

  init(_ revision: BaseRevision, product: String) throws {
    self.revision = revision
    self.product = product
    folder = "\(revision.package)/.build/base"
    guard try Output(["mkdir", "-p", folder]).isGood else {
      throw Diagnostic(
        code: "E4270", path: folder, sentence: "the folder in which the other revision is built cannot be made",
        exitCode: .environment)
    }
    do throws(FileError) {
      lock = try AppendingFile("\(folder)/lock", opening: .resumingOrNew)
    } catch {
      guard error.cause == .locked else { throw error }
      throw Diagnostic(
        code: "E4272", path: folder, sentence: "another comparison with a revision runs here; wait until it ends",
        exitCode: .environment)
    }
  }

  func tool() throws -> String {
    try checkOut()
    try link()
    let isRelease = ownProgram?.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("release".utf8) }
    let configuration = isRelease ?? false ? "release" : "debug"
    let build = try Output([
      "swift", "build", "--package-path", package, "--scratch-path", "\(folder)/build", "-c", configuration,
      "--product",
      product,
    ])
    guard build.isGood else { throw try failure(of: build) }
    return "\(folder)/build/\(configuration)/\(product)"
  }

  // MARK: The work tree

  private func checkOut() throws {
    // The repository's hooks must not run here.
    let quiet = ["-c", "core.hooksPath=/dev/null"]
    let again = quiet + ["-C", tree, "checkout", "--quiet", "--force", "--detach", revision.commit]
    if try (try? realPath("\(tree)/.git")) == nil || Git.lines(again) == nil {
      _ = try Output(["rm", "-rf", root])
      let made = try Output(
        ["git"] + quiet + ["-C", revision.repository, "worktree", "add", "--force", "--detach", tree, revision.commit])
      guard made.isGood else {
        throw Diagnostic(
          code: "E4270", path: tree,
          sentence: "git cannot make a work tree of '\(revision.name)': \(made.lines.last ?? "git printed nothing")",
          exitCode: .environment)
      }
    }
    _ = try Git.lines(["-C", tree, "clean", "-fdxq"])
    let versions = "Package.resolved"
    if (try? realPath("\(package)/\(versions)")) == nil, (try? realPath("\(revision.package)/\(versions)")) != nil {
      _ = try Output(["cp", "\(revision.package)/\(versions)", "\(package)/\(versions)"])
    }
  }

  /// Links packages outside the repository that the manifest names by path.
  private func link() throws {
    let manifest = try Output(["swift", "package", "--package-path", package, "dump-package"], isSilent: true)
    let text = manifest.lines.joined(separator: "\n")
    guard manifest.isGood, let dependencies = try? Value(json: text).member("dependencies").elements else {
      return
    }
    for dependency in dependencies {
      let path = try? dependency.optional("fileSystem")?.elements.first?.member("path").text
      guard let path, path.utf8.starts(with: "\(root)/".utf8) else { continue }
      let target = String(Substring(path.utf8.dropFirst(root.utf8.count)))
      guard (try? realPath(path)) == nil, (try? realPath(target)) != nil else { continue }
      _ = try Output(["mkdir", "-p", splitPath(path).folder])
      _ = try Output(["ln", "-sfn", target, path])
    }
  }

  // MARK: What does not build

  /// Prefers errors with a place, and shows the repository's path.
  private func failure(of build: Output) throws -> Diagnostic {
    try replaceFile(at: log, with: build.lines.map { "\($0)\n" }.joined())
    let errors = build.lines.filter { $0.contains("error: ") }
    let first =
      errors.first(where: \.isOfCompiler) ?? errors.first ?? build.lines.last ?? "'swift build' printed nothing"
    let told = first.replacing("\(tree)/", with: "")
    return Diagnostic(
      code: "E1195", path: log, sentence: "the package does not build at '\(revision.name)': \(told)")
  }
}

extension String {
  /// For example `Sources/A.swift:3:5: error: cannot find 'x' in scope`.
  fileprivate var isOfCompiler: Bool {
    let place = split(separator: ": error: ", maxSplits: 1).first?.split(separator: ":") ?? []
    return place.count > 2 && place.suffix(2).allSatisfy { Int($0) != nil } && contains(": error: ")
  }
}

private struct Output {
  let lines: [String]
  let isGood: Bool

  init(_ words: [String], isSilent: Bool = false) throws(Diagnostic) {
    let process: ChildProcess
    do throws(FileError) {
      // The shell merges both streams.
      process = try ChildProcess(
        "sh", ["sh", "-c", isSilent ? "exec \"$@\"" : "exec \"$@\" 2>&1", "sh"] + words, isSilent: isSilent)
    } catch {
      throw Diagnostic(
        code: "E4271", sentence: "'\(words[0])' cannot be started: \(error.message)", exitCode: .environment)
    }
    lines = process.lines.compactMap { try? $0.text.get() }
    isGood = process.wait() == 0
  }
}
