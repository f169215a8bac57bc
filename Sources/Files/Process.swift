import CFiles

/// Runs `body` on a thread of its own with a large stack, and waits for it; signals reach that thread.
///
/// - Parameter bytes: the size of the stack; it is reserved, and only what is used costs memory.
/// - Returns: false when the system gives no such thread; `body` did not run then.
public func runOnLargeStack(bytes: Int = 64 << 20, _ body: () -> Void) -> Bool {
  withoutActuallyEscaping(body) { body in
    var body = body
    return withUnsafeMutablePointer(to: &body) { pointer in
      cfiles_run_on_stack(bytes, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer) == 0
    }
  }
}

/// The value of an environment variable; nil when it is unset or is not UTF-8.
public func environmentVariable(_ name: String) -> String? {
  cfiles_environment(name).flatMap { String(validatingCString: $0) }
}

/// Ends the process with an exit code.
public func endProcess(_ code: Int32) -> Never {
  cfiles_end(code)
}
