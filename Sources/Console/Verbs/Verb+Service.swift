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
        return Command(.service(name: name, behaviour), text)
      },
      alone: { (session, _) throws(Mistake) in
        let scene = try session.openScene()
        let services = scene.machine.services(of: scene.snapshot)
        guard !services.isEmpty else { return ["\(scene.machine.title) has no services"] }
        return TextTable(
          services.map {
            [$0.name.text, $0.description(scene.names)]
          }
        ).lines
      }))

  static let reply = Verb(
    "reply", .service,
    [
      Parameter("REQUEST", .request), Parameter("ok|fail|error", .outcome),
      Parameter("VALUE", .value, isOptional: true),
    ],
    summary: "answer a request now",
    explanation: "The request's automatic answer is dropped. 'requests' lists what is under way; a second request of "
      + "the same service is named like \"load'2\".",
    action: .drive { (arguments) throws(Mistake) in
      let request = try arguments.request()
      let outcome = try arguments.outcome()
      let recipient: Recipient = outcome == .ok ? .success(of: request.service) : .failure(of: request.service)
      let value = try arguments.optionalValue(request.shape(of: outcome), of: request.service, for: recipient)
      return try arguments.command(carrying: value, of: request.service) {
        .reply(request: request.name, outcome, $0)
      }
    })
}
