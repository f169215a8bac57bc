import ArgumentParser
import Files
import Traces
import Transcripts

/// Makes a package over Signalbox.
struct InitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a package with a view model, its lab, a transcript and a test.",
    discussion: """
      FOLDER is made; its last name is the package's and the view model's: 'init ../Checkout' makes the type 'Checkout' and the \
      machine 'checkout'. The package builds against a checkout of Signalbox.
      """)

  /// Set by Scripts/signalbox.
  static let checkoutVariable = "SIGNALBOX_CHECKOUT"

  @Argument(help: "The folder to make; its last name is a Swift type's.", completion: .directory)
  var folder: String

  @Argument(
    help: "The checkout of Signalbox to build against (default: the one whose Scripts/signalbox runs).",
    completion: .directory)
  var checkout: String?

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let trailing = folder.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
    let path = String(Substring(folder.utf8.dropLast(trailing)))
    let (parent, last) = splitPath(path)
    guard let name = PackageName(last) else {
      throw Diagnostic.usage(
        "'\(last)' is no name of a package; use an upper-case letter, then letters and digits: 'Checkout'")
    }
    if PackageFiles.words.contains(name.type) {
      throw Diagnostic.usage("'\(name.type)' is a word that the package itself uses; choose another name")
    }
    let files = PackageFiles(name: name, source: try source(in: parent))
    let all = try files.all()
    try createFolder(at: path, holding: all)
    try tool.streams.say([
      "\(path.shownPath): \(all.count) files, over Signalbox at \(files.source.path.escapedForDisplay)",
      "  cd \(path.asShellWord)",
      "  swift run \(name.lab)   # then 'open \(name.machine)'",
      "  swift test",
    ])
    return .agreed
  }

  private func source(in parent: String) throws -> SignalboxSource {
    guard let checkout = checkout ?? environmentVariable(Self.checkoutVariable) else {
      throw Diagnostic.usage(
        "no checkout of Signalbox was found; name it: 'init FOLDER CHECKOUT'")
    }
    return try SignalboxSource(checkout: checkout, fromPackageIn: parent)
  }
}
