import Statecharts
import Traces
import ViewModels

extension Verb {
  static let state = Verb(
    "state", .look, summary: "show the state of every region",
    explanation:
      "The state of a command's region is its phase: idle, validating, executing, succeeded, failed or error. "
      + "A crashed machine is shown with its fault.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let regions = scene.machine.regions(of: scene.snapshot).map { [$0.region, $0.state] }
      let fault = scene.snapshot.fault.map { ["crashed: \($0.escapedForDisplay)"] } ?? []
      guard !regions.isEmpty || !fault.isEmpty else { return ["\(scene.machine.title) has no regions"] }
      return TextTable(regions).lines + fault
    })
}
