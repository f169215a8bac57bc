import Files
import Statecharts
import Traces
import Transcripts
import Worker

/// Builds the tool as a revision has it, in a work tree of git that the package's `.build` keeps for the next time.
///
/// The work tree stands below `root` as the repository stands below `/`, so that packages that the manifest names by a path lead
/// to the same ones: those outside of the repository are linked in.
struct BaseBuild {
  private let revision: BaseRevision
  private let product: String
  /// Everything that is kept.
  private let folder: String
  private var root: String { "\(folder)/root" }
  private var tree: String { root + revision.repository }
  private var package: String { root + revision.package }
  private var log: String { "\(folder)/log" }
  /// Locked while the work tree is used.
  private let lock: AppendingFile

  /// - Parameter product: The name of the executable.
  /// - Throws: that another comparison uses the work tree.
  init(_ revision: BaseRevision, product: String) throws {
    self.revision = revision
    self.product = product
    folder = "\(revision.package)/.build/base"
    guard try Output(["mkdir", "-p", folder]).isGood else {
      throw Diagnostic(
        code: "E4270", path: folder, sentence: "this folder cannot be made, in which the other revision is built",
        exitCode: .environment)
    }
    do throws(FileError) {
      lock = try AppendingFile("\(folder)/lock", opening: .resumingOrNew)
    } catch {
      guard error.cause == .locked else { throw error }
      throw Diagnostic(
        code: "E4272", path: folder, sentence: "another comparison with a revision runs here; wait for its end",
        exitCode: .environment)
    }
  }

  /// Brings the work tree to the revision and builds the tool there.
  ///
  /// - Returns: Its path.
  /// - Throws: that git makes no work tree, or the first error of a package that does not build.
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
    // Hooks are for the work trees of people.
    let quiet = ["-c", "core.hooksPath=/dev/null"]
    let again = quiet + ["-C", tree, "checkout", "--quiet", "--force", "--detach", revision.commit]
    if try (try? realPath("\(tree)/.git")) == nil || Git.lines(again) == nil {
      _ = try Output(["rm", "-rf", root])
      let made = try Output(
        ["git"] + quiet + ["-C", revision.repository, "worktree", "add", "--force", "--detach", tree, revision.commit])
      guard made.isGood else {
        throw Diagnostic(
          code: "E4270", path: tree,
          sentence: "git makes no work tree of '\(revision.name)': \(made.lines.last ?? "it says nothing")",
          exitCode: .environment)
      }
    }
    _ = try Git.lines(["-C", tree, "clean", "-fdxq"])
    let versions = "Package.resolved"
    if (try? realPath("\(package)/\(versions)")) == nil, (try? realPath("\(revision.package)/\(versions)")) != nil {
      _ = try Output(["cp", "\(revision.package)/\(versions)", "\(package)/\(versions)"])
    }
  }

  /// Links the packages outside of the repository that the manifest names by a path.
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

  /// The first error of the compiler with its place, else the first error that the build prints; the path as the repository has it.
  private func failure(of build: Output) throws -> Diagnostic {
    try replaceFile(at: log, with: build.lines.map { "\($0)\n" }.joined())
    let errors = build.lines.filter { $0.contains("error: ") }
    let first =
      errors.first(where: \.isOfCompiler) ?? errors.first ?? build.lines.last ?? "'swift build' says nothing"
    let told = first.replacing("\(tree)/", with: "")
    return Diagnostic(
      code: "E1195", path: log, sentence: "the package does not build at '\(revision.name)': \(told)")
  }
}

extension String {
  /// Whether it is an error with a place: `Sources/A.swift:3:5: error: cannot find 'x' in scope`.
  fileprivate var isOfCompiler: Bool {
    let place = split(separator: ": error: ", maxSplits: 1).first?.split(separator: ":") ?? []
    return place.count > 2 && place.suffix(2).allSatisfy { Int($0) != nil } && contains(": error: ")
  }
}

/// What another program said on both streams, and how it ended.
private struct Output {
  let lines: [String]
  let isGood: Bool

  /// - Parameters:
  ///   - words: The program, which is looked for where `PATH` says, and its arguments.
  ///   - isSilent: Whether what it says on standard error is left out.
  init(_ words: [String], isSilent: Bool = false) throws(Diagnostic) {
    let process: ChildProcess
    do throws(FileError) {
      // A shell is the one that knows how to make two streams one.
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
