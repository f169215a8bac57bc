import Traces
import Transcripts
import ViewModels

extension Session {
  /// Opens a machine as a case asks for it; plainly when there is none.
  package mutating func open(_ machine: Machine, for opening: CaseOpening?) -> Reply {
    open(machine, seed: opening?.seed, names: opening?.names ?? [], paths: opening?.paths ?? OutputPaths())
  }
}
