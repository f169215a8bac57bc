import CFiles
import Synchronization

/// Runs `body` on a thread of its own with a large stack, and waits for it; signals reach that thread.
///
/// - Parameter bytes: the size of the stack; it is reserved, and only what is used costs memory.
/// - Returns: false when the system gives no such thread; `body` did not run then.
package func runOnLargeStack(bytes: Int = 64 << 20, _ body: () -> Void) -> Bool {
  withoutActuallyEscaping(body) { body in
    var body = body
    return withUnsafeMutablePointer(to: &body) { pointer in
      cfiles_run_on_stack(bytes, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer) == 0
    }
  }
}

/// How many processors there are to run on; at most 16.
package var processorCount: Int { Int(cfiles_processor_count()) }

private let runsAlone = Atomic(false)

/// From now on the process does everything on the caller's thread: nothing runs side by side.
package func runAlone() { runsAlone.store(true, ordering: .relaxed) }

/// Maps elements at the same time, each worker with a state of its own, and returns the results in the order of the
/// elements.
///
/// A worker takes the next element that none has taken, so none waits while there is one. The first runs on the caller's
/// thread; one for which the system gives no thread takes none.
///
/// - Parameters:
///   - states: The workers' states, at least one and at most 16; they are kept for the next elements. Which worker takes
///     which element is left to chance, so a result must not depend on them.
///   - bytes: The size of a thread's stack; it is reserved, and only what is used costs memory.
///   - first: What the caller's thread does before it takes an element, while others take some.
package func mapSideBySide<Element: Sendable, State: Sendable, Result: Sendable>(
  _ elements: [Element], _ states: inout [State], bytes: Int = 64 << 20, first: () -> Void = {},
  _ body: @Sendable (Element, inout State) -> Result
) -> [Result] {
  let count = min(states.count, elements.count)
  guard count > 1, !runsAlone.load(ordering: .relaxed) else {
    first()
    return elements.map { body($0, &states[0]) }
  }
  var results = [Result?](repeating: nil, count: elements.count)
  results.withUnsafeMutableBufferPointer { results in
    states.withUnsafeMutableBufferPointer { states in
      let (results, states) = (results, states)
      // Each worker touches its own state and places only.
      runSideBySide(count, bytes, elements.count, first: first) { worker, index in
        results[index] = body(elements[index], &states[worker])
      }
    }
  }
  return results.compactMap { $0 }
}

/// What the workers of a run do.
private struct SideBySide {
  let take: (_ worker: Int, _ index: Int) -> Void
  let first: () -> Void
}

private func runSideBySide(
  _ count: Int, _ bytes: Int, _ elements: Int, first: () -> Void, _ take: (_ worker: Int, _ index: Int) -> Void
) {
  withoutActuallyEscaping(take) { take in
    withoutActuallyEscaping(first) { first in
      withUnsafePointer(to: SideBySide(take: take, first: first)) { pointer in
        cfiles_run_side_by_side(
          Int32(count), bytes, elements,
          { $0?.assumingMemoryBound(to: SideBySide.self).pointee.take(Int($1), $2) },
          { $0?.assumingMemoryBound(to: SideBySide.self).pointee.first() },
          UnsafeMutableRawPointer(mutating: pointer))
      }
    }
  }
}

/// The value of an environment variable; nil when it is unset or is not UTF-8.
package func environmentVariable(_ name: String) -> String? {
  cfiles_environment(name).flatMap { String(validatingCString: $0) }
}

/// The user's folder; nil where `HOME` is not the absolute path of one.
package var homeFolder: String? {
  environmentVariable("HOME").flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
}

/// Ends the process with an exit code.
package func endProcess(_ code: Int32) -> Never {
  cfiles_end(code)
}
