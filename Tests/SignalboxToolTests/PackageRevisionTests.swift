import Foundation
import PtySupport
import Testing

/// `compare --base REV` in a package of somebody's own, which is really built at both revisions.
@Suite("A package at two revisions")
struct PackageRevisionTests {
  /// SwiftPM for `compare`, with the build and the flags of the tests in place of its own, so that nothing of
  /// Signalbox is compiled anew: what it makes is copied to where it was to be.
  private static let standIn = """
    if [ "$1" != build ]; then exec "$SWIFT" "$@"; fi
    while [ $# -gt 0 ]; do case $1 in
      --package-path) package=$2; shift;; --scratch-path) scratch=$2; shift;; -c) kind=$2; shift;; --product) product=$2; shift;;
    esac; shift; done
    \(BuiltPackage.exports)
    "$SWIFT" build --package-path "$package" --ignore-lock --product "$product" \(BuiltPackage.arguments ?? "") || exit
    mkdir -p "$scratch/$kind" && cp "\(BuiltProduct.folder)/$product" "$scratch/$kind/$product"
    """

  private func git(_ line: String, in package: BuiltPackage) throws -> ToolRun {
    let identity = ["AUTHOR", "COMMITTER"].map { "GIT_\($0)_NAME=a GIT_\($0)_EMAIL=a@b" }.joined(separator: " ")
    return try ToolRun.callersShell(
      "cd '\(package.path)' && export \(identity) GIT_CONFIG_GLOBAL=/dev/null; \(line)", in: package.folder)
  }

  @Test(
    "a changed transition is found with the package's own transcripts and with a shortest script, and both are kept",
    .enabled(if: BuiltPackage.isAvailable, Comment(rawValue: BuiltPackage.skipReason)))
  func compares() throws {
    try BuiltPackage.alone {
      let package = try BuiltPackage("Parcel")
      let folder = package.folder
      // Its checkout is where it is, seen from either work tree.
      let manifest = try folder.text("Parcel/Package.swift")
      let path = try #require(manifest.firstMatch(of: /package\(path: "[^"]*"\)/))
      try folder.write(
        manifest.replacing(path.output, with: "package(path: \"\(ReadmeTests.root)\")"), to: "Parcel/Package.swift")
      try #require(try git("git init -q . && git add -A && git commit -qm one && git tag one", in: package).code == 0)
      try package.edit(
        "Sources/ParcelMachines/Parcel.swift", "On(submit, to: .validating)", "On(submit, to: .executing)")
      let build = try package.swift("build --product parcel-lab")
      try #require(build.code == 0, "\(build.output)\(build.errors)")
      try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        atPath: BuiltProduct.path("parcel-lab"), toPath: folder.path("bin/parcel-lab"))
      try BaseTests.write(Self.standIn, as: "bin/swift", in: folder)
      try FileManager.default.createDirectory(atPath: folder.path("kept"), withIntermediateDirectories: false)

      let run = try ToolRun.callersShell(
        """
        cd '\(package.path)' && export SWIFT="$(command -v swift)" PATH="\(folder.path("bin")):$PATH"
        parcel-lab compare --base one --save ../kept
        """, in: folder)
      #expect(run.code == 1, "\(run.output)\(run.errors)")
      #expect(run.errors == "parcel-lab: building 'one' in .build/base (some minutes the first time)\n")
      #expect(run.output.hasPrefix("- a  one ("))
      #expect(
        run.output.contains("\n  ~ transition Parcel: form.idle on submit  - to validating  + to executing\n"),
        "\(run.output)")
      #expect(run.output.contains("\nTranscripts/parcel/first.transcript\n"), "\(run.output)")
      let script = "\n1  form  - idle -> validating -> executing  + idle -> executing\n  set text $some\n  tap submit\n"
      #expect(run.output.contains(script), "\(run.output)")
      #expect(
        run.output.contains("1 machine and 1 transcript compared with one (") && run.output.hasSuffix(": 1 breaking\n"))
      let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).sorted()
      let base = try #require(kept.first { $0.hasPrefix("base-parcel") })
      let own = try #require(kept.first { $0.hasPrefix("parcel") })
      let replayed = { (file: String) in try package.lab("replay --once '../kept/\(file)'").code }
      // The product that stands there is the base's, which was built last.
      #expect(try replayed(base) == 0 && replayed(own) == 1)
      #expect(try git("git status --porcelain", in: package).output == " M Sources/ParcelMachines/Parcel.swift\n")
    }
  }
}
