import Statecharts
import Traces
import ViewModels

extension Verb {
  static let state = Verb(
    "state", .look, [Parameter("PATH", .path, isOptional: true)], summary: "show the state of every region",
    explanation:
      "With PATH the regions of one row: 'state items[3]'. The state of a command's region is its phase: idle, validating, executing, succeeded, failed or error. "
      + "A crashed machine says so, with its fault.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      if !arguments.isAtEnd() {
        let path = try arguments.word("a row")
        try arguments.end()
        let regions = scene.machine.regions(of: scene.snapshot, at: path.text)
        guard regions.isEmpty else { return TextTable(regions.map { [$0.region, $0.state] }).lines }
        throw path.mistake(.unknown(.field, path.text, nearest: nil))
      }
      let regions = scene.machine.regions(of: scene.snapshot).map { [$0.region, $0.state] }
      let fault = scene.snapshot.fault.map { ["crashed: \($0.escapedForDisplay)"] } ?? []
      guard !regions.isEmpty || !fault.isEmpty else { return ["\(scene.machine.title) has no regions"] }
      return TextTable(regions).lines + fault
    })
}
