import ArgumentParser
import Exploration
import Files
import ViewModels

/// Where what is found is kept.
struct FindingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep each finding in this folder as a transcript that fails until it is fixed.", valueName: "folder"),
    completion: .directory)
  var save: String?

  /// Ends before the work where the folder is not there.
  func requireFolder() throws(FileError) {
    if let save { try Files.requireFolder(save) }
  }

  /// Ends before the work where the folder is not there, or has findings of the machine already.
  func requireRoom(for machine: Machine) throws(FileError) {
    if let save { try FindingFiles.requireRoom(for: machine, in: save) }
  }

  /// Keeps the findings where that is asked for, and tells what became of each.
  ///
  /// - Parameter isForPrograms: Whether standard output is.
  func save(
    _ findings: [(machine: Machine, finding: Finding)], _ streams: Streams,
    beside isForPrograms: Bool = false
  ) throws(FileError) {
    if let save { try FindingFiles.save(findings, in: save, streams, beside: isForPrograms) }
  }
}
