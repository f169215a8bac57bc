import Traces
import ViewModels

extension Verb {
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
      return try arguments.act(carrying: value, of: request.service) {
        .reply(request: request.name, outcome, $0)
      }
    })
}
