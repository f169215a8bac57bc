import CFiles
import Locks

/// The size of a thread's stack. It is reserved, and only what is used costs memory.
let stackBytes = 64 << 20

/// Runs `body` on a thread with a large stack, which receives signals, and waits; false if the system gives no
/// thread.
package func runOnLargeStack(_ body: () -> Void) -> Bool {
  withoutActuallyEscaping(body) { body in
    var body = body
    return withUnsafeMutablePointer(to: &body) { pointer in
      cfiles_run_on_stack(stackBytes, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer) == 0
    }
  }
}

/// At most 16.
package var processorCount: Int { Int(cfiles_processor_count()) }

private let runsAlone = AtomicFlag()

/// After this call, nothing runs in parallel.
package func runAlone() { runsAlone.set() }

/// Maps elements in parallel and keeps their order; the first worker is the caller's thread.
///
/// Each worker has one of 1 to 16 states and takes the next free element. The assignment is not deterministic, so
/// results must not depend on states. `first` runs on the caller's thread before its first element.
package func mapSideBySide<Element: Sendable, State: Sendable, Result: Sendable>(
  _ elements: [Element], _ states: inout [State], first: () -> Void = {},
  _ body: @Sendable (Element, inout State) -> Result
) -> [Result] {
  let count = min(states.count, elements.count)
  guard count > 1, !runsAlone.isSet else {
    first()
    return elements.map { body($0, &states[0]) }
  }
  var results = [Result?](repeating: nil, count: elements.count)
  results.withUnsafeMutableBufferPointer { results in
    states.withUnsafeMutableBufferPointer { states in
      let (results, states) = (results, states)
      // Each worker accesses only its own state and places.
      runSideBySide(count, elements.count, first: first) { worker, index in
        results[index] = body(elements[index], &states[worker])
      }
    }
  }
  return results.compactMap { $0 }
}

private struct SideBySide {
  let take: (_ worker: Int, _ index: Int) -> Void
  let first: () -> Void
}

private func runSideBySide(
  _ count: Int, _ elements: Int, first: () -> Void, _ take: (_ worker: Int, _ index: Int) -> Void
) {
  withoutActuallyEscaping(take) { take in
    withoutActuallyEscaping(first) { first in
      withUnsafePointer(to: SideBySide(take: take, first: first)) { pointer in
        cfiles_run_side_by_side(
          Int32(count), stackBytes, elements,
          { $0?.assumingMemoryBound(to: SideBySide.self).pointee.take(Int($1), $2) },
          { $0?.assumingMemoryBound(to: SideBySide.self).pointee.first() },
          UnsafeMutableRawPointer(mutating: pointer))
      }
    }
  }
}

package func environmentVariable(_ name: String) -> String? {
  cfiles_environment(name).flatMap { String(validatingCString: $0) }
}

/// The user's folder; nil if `HOME` is not an absolute path.
package var homeFolder: String? {
  environmentVariable("HOME").flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
}

package func endProcess(_ code: Int32) -> Never {
  cfiles_end(code)
}
