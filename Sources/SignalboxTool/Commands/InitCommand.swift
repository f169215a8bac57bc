import ArgumentParser
import Files
import Traces
import Transcripts

struct InitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a package with a view model, its lab, a transcript and a test.",
    discussion: """
      The last name of FOLDER is the name of the package and of the view model: 'init ../Checkout' makes the type \
      'Checkout' and the machine 'checkout'. The package builds against the checkout of Signalbox whose \
      Scripts/signalbox runs, or against a version of a repository: with '--from' alone, against the tags of that checkout.
      """)

  /// Set by Scripts/signalbox.
  static let checkoutVariable = "SIGNALBOX_CHECKOUT"

  @Argument(help: "The folder to make; its name must be a Swift type name.", completion: .directory)
  var folder: String

  @Flag(name: .customLong("class"), help: "Make an adapter of an @Observable class in place of a view model.")
  var ofClass = false

  @Option(help: "A checkout of Signalbox to build against.", completion: .directory)
  var checkout: String?

  @Option(help: "The URL of a Signalbox repository that has the tag of --from; default: file:// and the checkout.")
  var url: String?

  @Option(
    name: .customLong("from"), help: "Build against the repository's newest version from this one on, such as 1.2.3.")
  var version: String?

  func validate() throws {
    if checkout != nil, url != nil { throw ValidationError("'--checkout' and '--url' are two sources; choose one") }
    if url != nil, version == nil { throw ValidationError("'--url' needs '--from', the lowest version to use; add it") }
    if let version, !Self.isVersion(version) {
      throw ValidationError("'\(version)' is not a version; write it as 1.2.3")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let trailing = folder.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
    let path = String(Substring(folder.utf8.dropLast(trailing)))
    let (parent, last) = splitPath(path)
    guard let name = PackageName(last) else {
      throw Diagnostic.usage(
        "'\(last)' is not a package name; use an upper-case letter, then letters and digits: 'Checkout'")
    }
    if PackageFiles.words.contains(name.type) {
      throw Diagnostic.usage("'\(name.type)' is a word that the package itself uses; choose another name")
    }
    let files = PackageFiles(name: name, source: try source(in: parent), ofClass: ofClass)
    let all = try files.all()
    try createFolder(at: path, holding: all)
    try tool.streams.say([
      "\(path.shownPath): \(all.count) files, using Signalbox at \(files.link.escapedForDisplay)",
      "  cd \(path.asShellWord)",
      "  swift run \(name.lab)   # then 'open \(name.machine)'",
      "  swift test",
    ])
    return .agreed
  }

  private func source(in parent: String) throws -> SignalboxSource {
    if let url, let version { return .repository(url: url, version: version) }
    guard let checkout = checkout ?? environmentVariable(Self.checkoutVariable) else {
      throw Diagnostic.usage(
        "no checkout of Signalbox was found; add '--checkout FOLDER', or '--url URL --from VERSION'")
    }
    let source = try SignalboxSource.checkout(at: checkout, fromPackageIn: parent)
    return try version.map { .tagged(checkout: try realPath(checkout), version: $0) } ?? source
  }

  private static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { part in
        (1...9).contains(part.count) && part.allSatisfy(\.isDigit)
      }
  }
}
