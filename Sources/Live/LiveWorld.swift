import ViewModels

/// A service's refusal: the outcome `fail`. Any other error is the outcome `error`.
public struct Rejected: Error, Hashable {
  /// What the user may read.
  public let reason: String

  /// Makes a refusal.
  public init(_ reason: String) {
    self.reason = reason
  }
}

/// The answers of an app's services. Every service needs one, unless a view model answers it.
@MainActor
public final class LiveWorld<V: ViewModel> {
  var answers: [Name: Answer] = [:]

  init() {}

  /// Answers a service of the root. The task is cancelled when the request ends without it; what it returns then is
  /// dropped.
  public func answer<I, O>(
    _ service: KeyPath<V, ServiceToken<V, I, O>>, _ body: @escaping @Sendable (I) async throws -> O
  ) {
    add(V.tokens[keyPath: service], body)
  }

  /// Answers the service of a command of the root.
  public func answer<I, O>(
    _ command: KeyPath<V, CommandToken<V, I, O>>, _ body: @escaping @Sendable (I) async throws -> O
  ) {
    add(V.tokens[keyPath: command].service, body)
  }

  /// Answers a service of any view model of the machine: `\Home.load`.
  public func answer<W: ViewModel, I, O>(
    _ service: KeyPath<W, ServiceToken<W, I, O>>, _ body: @escaping @Sendable (I) async throws -> O
  ) {
    add(W.tokens[keyPath: service], body)
  }

  /// Answers the service of a command of any view model of the machine.
  public func answer<W: ViewModel, I, O>(
    _ command: KeyPath<W, CommandToken<W, I, O>>, _ body: @escaping @Sendable (I) async throws -> O
  ) {
    add(W.tokens[keyPath: command].service, body)
  }

  private func add<W, I, O>(
    _ service: ServiceToken<W, I, O>, _ body: @escaping @Sendable (I) async throws -> O
  ) {
    answers[service.name] = { @Sendable request in
      guard let input = I(request) else { return (.error, "the request does not have the service's type") }
      do {
        return (.ok, try await body(input).value)
      } catch let error as Rejected {
        return (.fail, .string(request.hidingSecrets(in: error.reason)))
      } catch is CancellationError {
        return (.error, "cancelled")
      } catch {
        return (.error, .string(request.hidingSecrets(in: "\(error)")))
      }
    }
  }
}

/// The outcome of a request and its value.
typealias Answer = @Sendable (_ request: Value) async -> (Outcome, Value)

extension Value {
  /// Shorter ones occur in any sentence.
  private static let shortestSecret = 4

  /// A server's message may repeat what it got.
  fileprivate func hidingSecrets(in text: String) -> String {
    secretTexts.filter { $0.utf8.count >= Self.shortestSecret }.reduce(text) { $0.replacing($1, with: "<secret>") }
  }

  private var secretTexts: [String] {
    switch self {
    case .secret(.string(let text)): [text]
    case .secret(let value): value.secretTexts
    case .list(let values): values.flatMap(\.secretTexts)
    case .record(let members), .enumeration(_, let members): members.flatMap(\.value.secretTexts)
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: []
    }
  }
}
