import Traces
import ViewModels

extension Verb {
  static let service = Verb(
    "service", .service,
    [
      Parameter("NAME", .service, isOptional: true), Parameter("DURATION", .duration, isOptional: true),
      Parameter("ANSWER", .answer, isOptional: true),
      Parameter("VALUE", .value, isOptional: true), Parameter("late", .serviceFlag, isOptional: true),
      Parameter("once", .serviceFlag, isOptional: true),
    ],
    summary: "set how a service answers from now on; alone, list the services",
    explanation:
      "A duration is the time until the answer; then comes ANSWER: ok, fail, error, never, twice or manual. 'never' does "
      + "not answer, 'twice' answers "
      + "twice at one instant, 'manual' waits for 'reply'. 'late' after that lets the answer come even when nobody waits "
      + "for it any more, after a cancel or a time-out; 'once' at the end makes it hold for the next request only. "
      + "What is left out stays as the definition says.",
    action: .driveOrLook(
      { (arguments) throws(Mistake) in
        let (name, behaviour, text) = try arguments.serviceBehaviour()
        return Act(.service(name: name, behaviour), text)
      },
      alone: { (session, _) throws(Mistake) in
        let scene = try session.openScene()
        let services = scene.machine.services(of: scene.snapshot)
        guard !services.isEmpty else { return ["\(scene.machine.title) has no services"] }
        return TextTable(
          services.map {
            [$0.name, $0.description(scene.names)]
          }
        ).lines
      }))
}
