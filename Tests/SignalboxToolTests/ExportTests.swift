import Foundation
import PtySupport
import Testing

/// `signalbox explore --save FILE.pml`: what Spin is told, and what it says of it.
///
/// Spin is Debian's package `spin`, which `Scripts/setup --tests` installs there.
@Suite("A search for Spin")
struct ExportTests {
  /// A search of the gallery, and how many of its properties it finds broken; with a bound it is not the whole.
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let found: Int
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String, found: Int = 0) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.found = found
    }
  }

  /// A search and its export in one folder.
  private struct Export {
    let folder: ScratchFolder
    let run: ToolRun
    let text: String

    init(_ arguments: [String], to file: String = "m.pml") throws {
      folder = try ScratchFolder()
      run = try ToolRun(["explore"] + arguments + ["--save", file], in: folder)
      try #require(run.errors.isEmpty, "\(run.errors)")
      text = try folder.text(file)
    }

    /// The number that the search's last line tells before a word.
    func count(of word: String) throws -> Int {
      let words = run.output.split(whereSeparator: { " ,\n".contains($0) })
      let place = try #require(words.lastIndex { $0 == word || $0 == "\(word)s" })
      return try #require(Int(words[place - 1]))
    }

    /// The properties of the file's head by number, and the steps after which signalbox found each.
    var verdicts: [(title: String, steps: Int?)] {
      text.split(separator: "\n").compactMap { line in
        guard let colon = line.range(of: ": ", options: .backwards), line.contains("   broken \"") else { return nil }
        let words = line[colon.upperBound...].split(separator: " ")
        return (String(line[..<colon.lowerBound]), words.count > 3 ? Int(words[2]) : nil)
      }
    }

    /// What a search by Spin says when a number is checked.
    func spin(checking number: Int, _ flags: String = "-DSAFETY -DBFS", options: String = "") throws -> String {
      let line =
        "spin -DCHECK=\(number) -a m.pml && gcc -O0 -w \(flags) -o pan pan.c && ./pan \(options) && "
        + "echo trail: && { [ ! -e m.pml.trail ] || spin -DCHECK=\(number) -t -B m.pml; rm -f m.pml.trail; }"
      let run = try ToolRun.callersShell(line, in: folder)
      #expect(run.code == 0, "\(run.output)\(run.errors)")
      return run.output
    }
  }

  @Test(
    "Spin stores as many states, finds what is found after as many steps, and its trail is a script that breaks it",
    .enabled(if: ToolRun.isDebian, "only Debian is known to have Spin as a package"),
    arguments: [
      Case("login@fixed --no-races"), Case("login@original --depth 4 --accept-bound", found: 1),
      Case("purchase@fixed --no-races"), Case("purchase@original --depth 3 --accept-bound", found: 2),
      Case("user@fixed --no-races"), Case("user@original --no-races", found: 1), Case("follow@fixed --no-races"),
      Case("headlines@headless --past-the-screen"),
    ])
  func spin(_ searched: Case) throws {
    let export = try Export(searched.arguments)
    let whole = try export.spin(checking: 0)
    #expect(try whole.contains(" \(export.count(of: "state")) states, stored\n"), "\(whole)")
    #expect(whole.contains("errors: 0"))
    #expect(export.verdicts.count { $0.steps != nil } == searched.found && !export.verdicts.isEmpty)
    for (index, verdict) in export.verdicts.enumerated() {
      guard let steps = verdict.steps else {
        #expect(!export.text.contains("breaks(\(index + 1))"), "\(verdict.title)")
        continue
      }
      let found = try export.spin(checking: index + 1)
      #expect(found.contains("assertion violated (\(index + 1)!=\(index + 1)) (at depth \(steps - 1))"), "\(found)")
      let trail = try #require(found.components(separatedBy: "\ntrail:\n").last)
      let script = trail.split(separator: "\n").filter { $0.hasPrefix("      ") }.map { $0.dropFirst(6) + "\n" }
      #expect(script.count == steps)
      try export.folder.write("open \(searched.arguments[0])\n" + script.joined(), to: "trail.txt")
      let replayed = try ToolRun(["run", "trail.txt"], in: export.folder)
      let name = try #require(verdict.title.split(separator: "\"").dropFirst().first)
      #expect(replayed.output.contains("\(name)\""), "\(replayed.output)")
    }
  }

  @Test(
    "Spin keeps and breaks the same promises, with a time and without",
    .enabled(if: ToolRun.isDebian, "only Debian is known to have Spin as a package"))
  func promises() throws {
    let promises = [
      ["login = executing", "login != executing", "within", "1s"],
      ["login = executing", "login != executing", "within", "999ms"],
      ["login = executing", "login != executing"], ["login = executing", "login = succeeded"],
    ]
    let export = try Export(["login@fixed", "--no-races", "--leads-to"] + promises.flatMap(\.self))
    #expect(export.run.output.contains("  login@fixed: 2 findings; complete: all 41 states, "))
    let first = export.text.split(separator: "\n").count { $0.contains("   broken \"") } - promises.count + 1
    for (index, isBroken) in [false, true, false, true].enumerated() {
      let answer = try export.spin(checking: first + index, "", options: "-a")
      #expect(answer.contains(isBroken ? "errors: 1\n" : "errors: 0\n"), "\(promises[index]): \(answer)")
      #expect(export.text.contains("   \(first + index)   broken ") && isBroken == answer.contains("trail ends"))
    }
    let whole = try export.spin(checking: 0)
    #expect(whole.contains(" 41 states, stored\n"), "what promises need adds no state where none is checked: \(whole)")
  }

  @Test("a law that is given with the search is asserted at the steps that lead to where it breaks")
  func laws() throws {
    let export = try Export(["user@original", "--no-races", "--never", "page = home"])
    let searched = try #require(export.verdicts.last)
    #expect(searched.title.contains("never page = home"), "\(export.text.prefix(2_000))")
    #expect(searched.steps != nil && export.text.contains("breaks(\(export.verdicts.count))"))
  }

  @Test("a bound that came first exports nothing, unless it is accepted, and then the file says so")
  func bounds() throws {
    let folder = try ScratchFolder()
    let refused = try ToolRun(["explore", "login@fixed", "--depth", "2", "--save", "m.pml"], in: folder)
    #expect(refused.code == 3)
    #expect(
      refused.errors.contains(
        "error[E1220]: nothing was exported, because the search was stopped by --depth 2 and not all of login@fixed is known; "
          + "raise the bound, or export what is known with '--accept-bound'"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("m.pml")))
    let found = try ToolRun(["explore", "login@original", "--depth", "5", "--save", "m.pml"], in: folder)
    #expect(found.code == 1 && found.errors.contains("error[E1220]: nothing was exported"), "\(found)")
    let export = try Export(["login@fixed", "--depth", "2", "--accept-bound"])
    #expect(export.text.contains("   searched     stopped by --depth 2, so this is not all: "))
  }

  @Test(
    "what cannot be exported is told before anything is searched",
    arguments: [
      (["--save", "m.pml", "--again", "tap login"], "'m.pml' cannot contain the results of '--again'; ")
    ])
  func mistakes(_ arguments: [String], _ sentence: String) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["explore", "login@fixed"] + arguments, in: folder)
    #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
  }
}
