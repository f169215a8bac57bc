import ArgumentParser
import Console
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// A search that is kept in a file while it runs, so that another run of the tool goes on with it.
struct CheckpointOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep how far the search came in this file: every minute, and when it ends.", valueName: "file"),
    completion: .file())
  var checkpoint: String?

  @Flag(help: "Go on from what the file of --checkpoint holds.")
  var resume = false

  func validate() throws {
    if resume, checkpoint == nil {
      throw ValidationError("'--resume' goes on from a checkpoint; name its file with '--checkpoint FILE'")
    }
  }

  /// Ends before a search that would replace what another run kept.
  func requireNewFile() throws {
    guard let checkpoint, !resume, (try? fileKind(at: checkpoint)) != nil else { return }
    throw Diagnostic(
      code: "E1222",
      sentence:
        "\(checkpoint.shownPath) is there already; go on with the search that it keeps with '--resume', or remove it")
  }
}

extension ExploreCommand {
  /// Refuses to keep what a checkpoint does not hold.
  func checkCheckpoint() throws {
    guard checkpoints.checkpoint != nil else { return }
    let others = [
      ("--save", export != nil), ("--leads-to", !leadsTo.isEmpty), ("--again", !again.isEmpty),
    ]
    for (name, isGiven) in others where isGiven {
      throw ValidationError("'--checkpoint' keeps states, but '\(name)' needs every step; leave one of them out")
    }
  }

  /// The file in which the search is kept; nil when that is not asked for.
  func keptSearch(of machine: Machine, _ request: SearchRequest, _ tool: Tool) -> KeptSearch? {
    checkpoints.checkpoint.map { KeptSearch(path: $0, header: header(of: machine, request), streams: tool.streams) }
  }

  private func header(of machine: Machine, _ request: SearchRequest) -> CheckpointFile.Header {
    // How many states there may be does not decide what they are.
    var decisive = request
    decisive.states = nil
    return CheckpointFile.Header(
      machine: machine.title, definition: machine.definitionHash, tool: SignalboxTool.version,
      options: decisive.words.map(\.asShellWord).joined(separator: " "))
  }
}

/// The file in which a search is kept.
struct KeptSearch {
  let path: String
  let header: CheckpointFile.Header
  let streams: Streams

  private static let interval = Duration.seconds(60)

  /// Brings a new search to where the file stands.
  func resume(_ search: inout Search) throws {
    let text = try readText(path, limit: CheckpointFile.sizeLimit, lineLimit: CheckpointFile.sizeLimit)
    do throws(CheckpointFileError) {
      let (checkpoint, saved) = try CheckpointFile.decode(text)
      if let difference = difference(from: saved) { throw CheckpointFileError(.other(difference), line: 1, column: 1) }
      try resume(&search, checkpoint)
    } catch {
      throw Diagnostic(error, path: path)
    }
  }

  private func resume(_ search: inout Search, _ checkpoint: SearchCheckpoint) throws(CheckpointFileError) {
    do throws(ResumptionFailure) {
      try search.resume(checkpoint)
    } catch {
      throw CheckpointFileError(.other(error.sentence), line: 2, column: 1)
    }
  }

  /// What the file was written for and is not asked for now; nil when it is the same.
  private func difference(from saved: CheckpointFile.Header) -> String? {
    if saved.machine != header.machine {
      return "the checkpoint is of \(saved.machine), and not of \(header.machine); name another file"
    }
    if saved.tool != header.tool {
      return
        "version \(saved.tool) of the tool wrote the checkpoint, and this is \(header.tool); search from the beginning"
    }
    if saved.definition != header.definition {
      return "the checkpoint is of another definition of \(saved.machine); search from the beginning"
    }
    if saved.options != header.options {
      return "the checkpoint was written with \(saved.given), and not with \(header.given); give the same options"
    }
    return nil
  }

  /// Runs the search to its end and writes the file again and again.
  ///
  /// - Returns: Why the end was not written; nil when it was. What cannot be written before that is tried again.
  func run(_ search: inout Search, _ watch: Search.Watch) -> FileError? {
    streams.warnOfLeftovers(beside: path)
    while true {
      var isPaused = false
      let start = ContinuousClock.now
      let bound = search.follow { report in
        if let bound = watch(report) { return bound }
        isPaused = ContinuousClock.now - start >= Self.interval
        return isPaused ? .interrupted : nil
      }
      let failure = write(search)
      guard isPaused else {
        search.end(bound)
        return failure
      }
    }
  }

  private func write(_ search: borrowing Search) -> FileError? {
    do throws(FileError) {
      try replaceFile(at: path, with: CheckpointFile.encode(search.checkpoint, header))
      return nil
    } catch {
      return error
    }
  }
}

extension CheckpointFile.Header {
  fileprivate var given: String { options.isEmpty ? "no options" : "'\(options)'" }
}

extension ResumptionFailure {
  fileprivate var sentence: String {
    switch self {
    case .leadsElsewhere: "the machine does not lead to these states any more; search from the beginning"
    case .beyondStates(let count): "the checkpoint has \(count) states already; raise '--states'"
    case .beyondDepth(let depth): "the checkpoint is \(depth.counted("command")) deep already; raise '--depth'"
    }
  }
}
