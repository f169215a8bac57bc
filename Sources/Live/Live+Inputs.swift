import ViewModels

extension Live {
  /// An input, to be called: `login.login()`, `list.pick(3)`.
  public subscript<P>(dynamicMember input: KeyPath<V, InputToken<V, P>>) -> LiveInput<V, P> {
    LiveInput(live: self, input: V.tokens[keyPath: input])
  }

  /// A command, to be executed: `list.search()`, `list.search.cancel()`.
  public subscript<I, O>(dynamicMember command: KeyPath<V, CommandToken<V, I, O>>) -> LiveCommand<V> {
    let command = V.tokens[keyPath: command]
    return LiveCommand(
      execute: LiveInput(live: self, input: command.execute), cancel: LiveInput(live: self, input: command.cancel))
  }

  /// Whether an input would be accepted now, and why not.
  public func canSend(_ input: KeyPath<V, InputToken<V, Void>>) -> LiveReadiness {
    readiness(V.tokens[keyPath: input].name, .null)
  }

  /// Whether an input with this value would be accepted now, and why not.
  public func canSend<P>(_ input: KeyPath<V, InputToken<V, P>>, _ value: P) -> LiveReadiness {
    let input = V.tokens[keyPath: input]
    return readiness(input.name, input.encode(value))
  }

  /// Whether a command would be accepted now, and why not.
  public func canSend<I, O>(_ command: KeyPath<V, CommandToken<V, I, O>>) -> LiveReadiness {
    readiness(V.tokens[keyPath: command].name, .null)
  }

  private func readiness(_ input: Name, _ value: Value) -> LiveReadiness {
    read(Observed.machine)
    return LiveReadiness(refusal: host.refusal(of: input, instance, value))
  }

  /// The values that a subject sends from now on: `for await text in login.values(\.fail)`. It ends with the app. A
  /// slow reader loses the oldest of more than 1,000.
  public func values<P>(_ subject: KeyPath<V, SubjectToken<V, P>>) -> AsyncStream<P> {
    let subject = V.tokens[keyPath: subject]
    let (stream, continuation) = AsyncStream<P>.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    let number = host.listen(to: subject.name, of: instance) { value in
      if let payload = subject.decode(value) { continuation.yield(payload) }
    } end: {
      continuation.finish()
    }
    continuation.onTermination = { [weak host] _ in
      Task { @MainActor in host?.stopListening(number) }
    }
    return stream
  }
}

/// Whether an input would be accepted now.
public struct LiveReadiness: Hashable, Sendable {
  /// Why not; nil if it would.
  public let refusal: String?

  /// Whether it would.
  public var isEnabled: Bool { refusal == nil }
}

/// An input of a running view model.
@MainActor
public struct LiveInput<V: ViewModel, Payload> {
  let live: Live<V>
  let input: InputToken<V, Payload>

  /// Calls the input with a value. If the page has a control for it, that control is used, so a disabled one refuses.
  public func callAsFunction(_ value: Payload) { live.host.call(input.name, of: live.instance, input.encode(value)) }
}

extension LiveInput where Payload == Void {
  /// Calls the input. If the page has a control for it, that control is used, so a disabled one refuses.
  public func callAsFunction() { callAsFunction(()) }
}

/// A command of a running view model.
@MainActor
public struct LiveCommand<V: ViewModel> {
  let execute: LiveInput<V, Void>
  /// Ends the execution.
  public let cancel: LiveInput<V, Void>

  /// Executes the command.
  public func callAsFunction() { execute() }
}
