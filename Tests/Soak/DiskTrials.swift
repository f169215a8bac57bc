import Foundation
import PtySupport
import SeededRandom

/// A disk that is full, a limit on sizes, and standard streams that are full or closed.
struct FullDisk: Trial {
  static let name = "a full disk and closed streams"
  let tool: ToolUnderTest
  private let writings: [Writing]
  private let canMount: Bool

  /// What is in the way.
  private enum Obstacle: CaseIterable {
    case disk, sizeLimit, fullOutput, closedInput, closedOutput, closedErrors
  }

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    writings = try Writing.all(by: tool)
    let folder = try ScratchFolder()
    let mount = ["/bin/sh", "-c", Self.onSmallDisk(pages: 8) + " true"]
    let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")
    canMount = try isThere && tool.run([], in: folder, through: ["/usr/bin/unshare", "-rm"] + mount).code == 0
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let writing = random.pick(writings)
    let obstacle = random.pick(Obstacle.allCases)
    let folder = try ScratchFolder()
    try writing.prepare(folder)
    let outcome = try tool.run(
      writing.arguments, input: Data(writing.input.utf8), in: folder, through: wrapper(obstacle, &random))
    do {
      switch obstacle {
      case .disk, .sizeLimit, .closedErrors: break
      case .fullOutput, .closedOutput:
        if outcome.code != 4 {
          throw SoakFailure("ended with \(outcome.code) though nothing of its output came through")
        }
      case .closedInput:
        // Nothing was asked for, so nothing is what it would be otherwise.
        guard (0...4).contains(outcome.code) else { throw SoakFailure("ended with \(outcome.code)") }
        return
      }
      try writing.check(outcome, in: folder, wasKilled: false, by: tool)
    } catch {
      throw SoakFailure("\(obstacle), \(writing.name): \(error)")
    }
  }

  private func wrapper(_ obstacle: Obstacle, _ random: inout SplitMix64) -> [String] {
    switch obstacle {
    case .disk where canMount:
      ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", Self.onSmallDisk(pages: random.below(6)) + " \"$@\"", "sh"]
    case .disk, .sizeLimit: ["/bin/sh", "-c", "ulimit -f \(random.below(12)); exec \"$@\"", "sh"]
    case .fullOutput: ["/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"]
    case .closedInput: ["/bin/sh", "-c", "exec \"$@\" <&-", "sh"]
    case .closedOutput: ["/bin/sh", "-c", "exec \"$@\" >&-", "sh"]
    case .closedErrors: ["/bin/sh", "-c", "exec \"$@\" 2>&-", "sh"]
    }
  }

  /// Runs what follows on a disk of its own with the folder's files and so many pages, and brings the files back.
  private static func onSmallDisk(pages: Int) -> String {
    """
    on_disk() {
      here=$PWD; disk=$(mktemp -d) && mount -t tmpfs -o size=1m none "$disk" && cp -a . "$disk/" && cd "$disk" || exit 99
      cat /dev/zero >fill 2>/dev/null; truncate -s -\(pages * 4096) fill
      "$@"; code=$?; rm -f fill .in .out .err; cp -a . "$here/"; cd "$here"; umount "$disk"; rmdir "$disk"; return $code
    }
    on_disk
    """
  }
}
