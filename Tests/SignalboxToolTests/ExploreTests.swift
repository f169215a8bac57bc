import Foundation
import PtySupport
import Testing

/// `signalbox explore`: what it finds, what it says it saw, and its exit codes.
@Suite("Exploring from the command line")
struct ExploreTests {
  private func explore(_ arguments: String...) throws -> ToolRun { try explore(arguments) }

  private func explore(_ arguments: [String]) throws -> ToolRun {
    try ToolRun(["explore"] + arguments, in: ScratchFolder())
  }

  @Test("the double push of the original login is found with four commands")
  func doublePush() throws {
    let run = try explore("login@original", "--depth", "4")
    #expect(run.code == 1 && run.errors.isEmpty)
    #expect(
      run.output.contains(
        """
          open login@original
          set name $messy
          set password $right
          hold tap login
          tap login

        """))
  }

  @Test("what was found is a script that does it again")
  func replayed() throws {
    let folder = try ScratchFolder()
    let found = try ToolRun(["explore", "login@original", "--depth", "4"], in: folder).output
    let parts = found.split(separator: "\n\n").filter { $0.hasPrefix("broken \"one submission pushes one page\"") }
    let script = try #require(parts.first).split(separator: "\n").dropFirst().map { $0.dropFirst(2) + "\n" }.joined()
    try folder.write(script, to: "found.txt")
    let run = try ToolRun(["run", "found.txt"], in: folder)
    #expect(run.output.contains("broken \"one submission pushes one page\""))
  }

  @Test("nothing found and everything seen is 0, a bound that came first is 3, unless it is accepted")
  func codes() throws {
    let whole = try explore("headlines@headless", "--past-the-screen")
    #expect(whole.code == 0 && whole.output.contains("nothing found; complete: all "))
    let alerts = try explore("user@fixed")
    #expect(alerts.code == 0, "alerts of one kind that come one behind the other have a way out: \(alerts.output)")
    // Without a screen the inputs are sent: 'refresh', and none of those past the page's own.
    let headless = try explore("headlines@headless")
    #expect(headless.code == 0 && headless.output.contains("nothing found; complete: all "), "\(headless.output)")
    let bounded = try explore("login@fixed", "--depth", "2")
    #expect(bounded.code == 3)
    #expect(bounded.output.contains("nothing found; stopped by --depth 2: "))
    #expect(bounded.output.contains("all states within 2 commands were searched"))
    #expect(try explore("login@fixed", "--states", "7").code == 3)
    let one = try explore("login@fixed", "--states", "1", "--accept-bound")
    #expect(one.output.contains("stopped by --states 1: 5 states, 4 steps, 4 states not followed; "), "\(one.output)")
    #expect(try explore("login@fixed", "--depth", "2", "--accept-bound").code == 0)
  }

  @Test(
    "each fixed login, purchase and sign-in is seen completely, and nothing breaks",
    arguments: ["login", "purchase", "user"])
  func mended(_ name: String) throws {
    let run = try explore("\(name)@fixed")
    #expect(run.code == 0 && run.output.contains("nothing found; complete: all "), "\(run.output)")
  }

  @Test("values in place of samples; a name, a value and a domain that cannot be are told with their place")
  func values() throws {
    let run = try explore(
      "login@original", "--depth", "4", "--values", "name=\"aaaaaa\"", "--values", "password=$right")
    #expect(run.code == 1 && run.output.contains("  set name \"aaaaaa\"\n  set password $right\n  hold tap login\n"))
    let joined = ["--values", "name=\"abcdef\"", "--values", "name=\"ghijkl\",\"abcdef\""]
    for name in ["abcdef", "ghijkl"] {
      let run = try explore(["login@fixed", "--no-races", "--depth", "1", "--never", "name = \"\(name)\""] + joined)
      #expect(run.code == 1 && run.output.contains("  set name \"\(name)\"\n"), "\(run.output)")
    }
    for (values, sentence) in [
      ("nme=\"a\"", "no control, input, field or service is called 'nme'; did you mean 'name'?"),
      ("name", "'name' has no values; write 'NAME=VALUE,VALUE'"),
      ("name=", "the domain of 'name' is empty; write a value"),
      ("name=\"a\",", "the domain of 'name' is empty; write a value"),
      ("name=5", "'name' cannot take that value; it takes a text in double quotes"),
      ("password=\"secret\"", "'password' is secret; name one of its samples, as in '$right'"),
    ] {
      let run = try explore("login@fixed", "--depth", "1", "--values", values)
      #expect(run.code == 2 && run.errors.contains("--values:1:") && run.errors.contains(sentence), "\(run.errors)")
    }
  }

  @Test("where few commands come before due work, searches end")
  func between() throws {
    let phone = try explore("phone@fixed", "--domain", "one-at-a-time")
    #expect(phone.code == 0 && phone.output.contains("nothing found; complete: all 1914 states, "), "\(phone.output)")
    let whole = try explore("phone@fixed", "--states", "5000")
    #expect(whole.code == 3 && whole.output.contains("the count of due work grows on the path"), "\(whole.output)")
    #expect(
      whole.output.contains("  the machine declares '--domain one-at-a-time': at most 1 command before due work\n"),
      "\(whole.output)")
    let none = try explore("phone@fixed", "--domain", "one-at-a-time", "--no-races", "--states", "200")
    #expect(none.output == (try explore("phone@fixed", "--no-races", "--states", "200")).output.declaringNothing)
  }

  @Test("with one article on the server, which the app asks for when opened again, the goods' page is seen completely")
  func oneArticle() throws {
    let run = try explore("goods@fixed", "--domain", "one-article")
    #expect(run.code == 0 && run.output.contains("nothing found; complete: all 34884 states, "), "\(run.output)")
    let first = try explore("goods@rac", "--domain", "one-article", "--states", "500")
    #expect(
      first.code == 1
        && first.output.contains(
          "  open goods@rac\n  service requestGoods ok $likedByNobody\n  service requestBanners ok $noBanners\n  restart\n"
        ), "\(first.output)")
  }

  @Test("a search that is stopped names the domains; one that is not declared is refused")
  func domains() throws {
    let stopped = try explore("goods@fixed", "--states", "200")
    let offer =
      "  the machine declares '--domain one-article': requestGoods ok $likedByNobody; requestBanners ok $noBanners; "
      + "restarted first; at most 1 command before due work\n"
    #expect(stopped.code == 3 && stopped.output.contains(offer), "\(stopped.output)")
    let declared = try explore("goods@fixed", "--domain", "one-article", "--states", "200")
    #expect(declared.code == 3 && declared.output.declaringNothing == declared.output)
    let fuzz = try ToolRun(["fuzz", "flickr@fixed", "--domain", "one-photo", "--walks", "3"], in: ScratchFolder())
    #expect(fuzz.code == 3 && fuzz.output.contains("nothing found; "), "\(fuzz.output)")
    for (machine, sentence) in [
      ("goods@fixed", "goods@fixed declares no domain 'one'; did you mean 'one-article'?"),
      ("goods@rac", "goods@rac declares no domain 'one'; did you mean 'one-article'?"),
      ("home@fixed", "home@fixed declares no domain 'one'; it declares none"),
    ] {
      let run = try explore(machine, "--domain", "one")
      #expect(
        run.code == 2 && run.errors.contains("error[E1086]: --domain:1:1: \(sentence)\n  | one\n"), "\(run.errors)")
    }
  }

  @Test("a domain sets a service before the search, as in the console")
  func services() throws {
    let run = try explore("command@original", "--no-races", "--states", "60", "--domain", "unanswered")
    #expect(run.code == 1)
    #expect(
      run.output.contains(
        "    open command@original\n    service find never\n    set query $word\n    tap search\n  queued"),
      "\(run.output)")
  }

  @Test("a law that is given with the search is found broken, with a shortest script")
  func laws() throws {
    let run = try explore("login@fixed", "--no-races", "--never", "login = succeeded and page = home")
    #expect(run.code == 1)
    #expect(
      run.output.hasPrefix(
        """
        broken "never login = succeeded and page = home", 4 times:
          open login@fixed
          set name $messy
          set password $right
          tap login
          advance


        """), "\(run.output)")
    #expect(try explore("login@fixed", "--always", "not loginEnabled or count(name) > 5").code == 0)
    let mistake = try explore("login@fixed", "--never", "loginEnabeld")
    #expect(mistake.code == 2 && mistake.errors.contains("--never:1:1: unknown field, region or state 'loginEnabeld'"))
    let page = try explore("login@fixed", "--leads-to", "login = executing", "page = hme")
    #expect(page.code == 2 && page.errors.contains("--leads-to:1:8: unknown page 'hme'; did you mean 'home'?"))
  }

  @Test("a promise that is not kept is told with a run, and one that is kept with nothing")
  func promises() throws {
    let executing = ["login@fixed", "--no-races", "--leads-to", "login = executing"]
    let run = try ToolRun(["explore"] + executing + ["login = succeeded"], in: ScratchFolder())
    #expect(run.code == 1)
    #expect(
      run.output.hasPrefix(
        """
        broken "login = executing leads to login = succeeded" (nothing more happens automatically):
          open login@fixed
          set name $messy
          set password $wrong
          tap login
          advance


        """), "\(run.output)")
    let several = ["not login = executing", "within", "999ms", "login = failed", "login != failed"]
    let two = try ToolRun(["explore"] + executing + several, in: ScratchFolder())
    #expect(two.code == 1)
    #expect(
      two.output.contains(
        "broken \"login = executing leads to not login = executing within 999ms\" (more time passes):\n"))
    #expect(
      two.output.contains("broken \"login = failed leads to login != failed\" (nothing more happens automatically):\n"))
    let kept = try ToolRun(["explore"] + executing + ["not login = executing", "within", "1s"], in: ScratchFolder())
    #expect(kept.code == 0, "\(kept.output)")
    let timedOut = try ToolRun(
      ["explore", "--services", "any"] + executing + ["login != executing"], in: ScratchFolder())
    #expect(timedOut.code == 0, "the service has a time-out, which comes: \(timedOut.output)")
    let unanswered = try explore(
      "phone@rac", "--no-races", "--services", "any", "--leads-to", "login = executing", "login != executing")
    #expect(
      unanswered.code == 1
        && unanswered.output.contains(
          """
          broken "login = executing leads to login != executing" (nothing more happens automatically):
            open phone@rac
            service requestLogin manual
            tap fill
            tap login


          """),
      "a request without a time-out may stay without an answer: \(unanswered.output)")
    let unseen = try explore("login@fixed", "--no-races", "--leads-to", "name = \"x\"", "login = succeeded")
    let remark = "  never tested: \"name = \"x\" leads to login = succeeded\"\n"
    #expect(unseen.code == 0 && unseen.output.hasSuffix(remark), "\(unseen.output)")
    let bounded = try explore("login@fixed", "--depth", "1", "--leads-to", "login = executing", "login = idle")
    #expect(bounded.code == 3)
  }

  @Test(
    "what is no promise is told with its place",
    arguments: [
      (["login = executing"], "1:18: the expression after 'leads to' is missing; write one"),
      (["login = executing", "login = suc"], "1:9: unknown state of 'login' 'suc'; did you mean 'succeeded'?"),
      (["logn = idle", "login = idle"], "1:1: unknown field, region or state 'logn'; did you mean 'login'?"),
      (["login = idle", "login = executing", "within"], "1:7: a time is missing; write it as in 'within 10s'"),
      (["login = idle", "login = executing", "within", "10"], "1:1: '10' has no unit; write '10ms' or '10s'"),
      (
        ["login = idle", "login = executing", "loginEnabled"],
        "1:13: the expression after 'leads to' is missing; write one"
      ),
    ])
  func promiseMistakes(_ words: [String], _ sentence: String) throws {
    let run = try ToolRun(["explore", "login@fixed", "--leads-to"] + words, in: ScratchFolder())
    #expect(run.code == 2 && run.errors.contains("--leads-to:\(sentence)\n"), "\(run.errors)")
  }

  @Test(
    "every button of what is fixed can be used again, whatever was done",
    arguments: [
      ("login@fixed", ["login"]), ("user@fixed", ["login"]), ("purchase@fixed", ["buy"]),
      ("follow@fixed", ["follow", "cancel"]), ("phone@fixed", ["login", "fill"]),
    ])
  func buttons(_ machine: String, _ buttons: [String]) throws {
    let run = try ToolRun(
      ["explore", machine, "--no-races"] + buttons.flatMap { ["--again", "tap \($0)"] }, in: ScratchFolder())
    #expect(run.code == 0, "\(run.output)\(run.errors)")
  }

  @Test("what can come about no more is told with a script to where that begins")
  func again() throws {
    let run = try explore("login@fixed", "--no-races", "--again", "page = login", "--again", "tap login")
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    let each = try explore("login@fixed", "--no-races", "--again", "tap *")
    #expect(each.code == 0, "\(each.output)\(each.errors)")
    let gone = try explore("login@fixed", "--no-races", "--again", "name = \"\"")
    #expect(gone.code == 1 && gone.output.hasPrefix("no path to 'name = \"\"', "), "\(gone.output)")
    let mistake = try explore("login@fixed", "--again", "tap logn")
    #expect(mistake.code == 2 && mistake.errors.contains("--again:1:5: unknown control 'logn'"), "\(mistake.errors)")
    let field = try explore("login@fixed", "--again", "tap name")
    #expect(
      field.code == 2 && field.errors.contains("--again:1:5: 'name' is a field, not a command"), "\(field.errors)")
    for text in ["uncovered", "login idle -> validating"] {
      let transition = try explore("login@fixed", "--again", text)
      #expect(transition.code == 2, "\(transition.errors)")
    }
    for options in [["--save", "a.pml"]] {
      let words = ["explore", "login@fixed"] + options + ["--again", "tap login"]
      let run = try ToolRun(words, in: ScratchFolder())
      #expect(run.code == 2 && run.errors.contains(options[0]) && run.errors.contains("--again"), "\(run.errors)")
    }
  }

  @Test("a bound of time or memory is named")
  func otherBounds() throws {
    let time = try explore("phone-app@fixed", "--time", "1")
    #expect(time.code == 3 && time.output.contains("nothing found; stopped by --time 1: "), "\(time.output)")
    let memory = try explore("phone-app@fixed", "--memory", "1000000")
    #expect(
      memory.code == 3 && memory.output.contains("nothing found; stopped by --memory 1000000: "), "\(memory.output)")
    let help = try ToolRun(["explore", "--help"], in: ScratchFolder()).output
    #expect(help.contains("ends after 300000 steps.") && help.contains("(default: 1000000000)"), "\(help)")
  }

  @Test("without a bound a search ends after 300,000 steps, and says what to add")
  func unbounded() throws {
    // The number grows without end, and its steps are quick.
    let folder = try ScratchFolder()
    try folder.write(
      """
      <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
        <datamodel><data id="n" expr="0"/></datamodel>
        <state id="a"><transition event="add"><assign location="n" expr="n + 1"/></transition></state>
      </scxml>
      """, to: "count.scxml")
    let run = try ToolRun(["explore", "count.scxml"], in: folder)
    // Standard error has the progress of a slow run.
    #expect(run.code == 3)
    let last = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("  file:count.scxml: ") })
    #expect(last.contains("nothing found; stopped after 300000 steps, since no bound was given: "), "\(last)")
    #expect(last.hasSuffix("; add '--states N', '--depth N' or '--time SECONDS' to search further"), "\(last)")
    #expect(last.contains(": 300001 states, 300000 steps, 1 state not followed; "), "\(last)")
  }

  @Test("what grows without end is named")
  func growth() throws {
    let run = try explore("home@fixed", "--depth", "20")
    let line = run.output.split(separator: "\n").first { $0.hasPrefix("  'dataArray[0].totalNumber' grows") } ?? ""
    let sizes = line.components(separatedBy: ": ").last?.components(separatedBy: ", ").compactMap { Int($0) } ?? []
    #expect(sizes.count == 5 && zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 }, "\(run.output)")
  }

  @Test("a finding is kept as a transcript that fails as long as it is there, and passes where it is mended")
  func kept() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["explore", "login@original", "--depth", "4", "--save", "."], in: folder)
    let name = "login@original-1-one-submission-pushes-one-page.transcript"
    #expect(run.code == 1 && run.output.contains("  saved to ./\(name)\n"), "\(run.output)")
    let kept = try ToolRun(["replay", name], in: folder)
    #expect(kept.code == 0, "\(kept.output)")
    let lint = try ToolRun(["lint", name], in: folder)
    #expect(lint.code == 0 && lint.output.contains("0 errors, 0 warnings"), "\(lint.output)")
    let text = try String(contentsOf: URL(fileURLWithPath: folder.path(name)), encoding: .utf8)
    try folder.write(
      text.replacingOccurrences(of: "login@original", with: "login@fixed"), to: "mended.transcript")
    let mended = try ToolRun(["replay", "mended.transcript"], in: folder)
    #expect(mended.code == 1, "\(mended.output)")
    let again = try ToolRun(["explore", "login@original", "--depth", "4", "--save", "."], in: folder)
    #expect(again.code == 2 && again.output.isEmpty && again.errors.contains("E2120"), "\(again)")
  }

  @Test(
    "where what is found could not be kept, nothing is searched",
    arguments: [
      ["explore", "login@original", "--save", "case.transcript"],
      ["fuzz", "login@original", "--save", "case.transcript"],
      ["sweep", "case.transcript", "--save", "case.transcript"],
      ["mutate", "login@fixed", "case.transcript", "--save", "case.transcript"],
      ["compare", "login@original", "login@fixed", "--save", "case.transcript"],
      ["explore", "login@original", "--save", "none/login.pml"],
    ])
  func noPlace(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write("%transcript 1\n%machine login@fixed\n> show login\n| idle\n", to: "case.transcript")
    let run = try ToolRun(arguments, in: folder)
    let place = arguments.last ?? ""
    let sentence = "\(place)\(place.contains("/") ? "" : "/"): its folder does not exist"
    #expect(run.code == 2 && run.output.isEmpty, "\(run)")
    #expect(run.errors.hasPrefix("signalbox: error[E2001]: \(sentence)"), "\(run)")
    #expect(try folder.names == ["case.transcript"])
  }

  @Test("laws and promises that were given with the search are kept, and what cannot be kept is said")
  func keptLaws() throws {
    let folder = try ScratchFolder()
    let laws = ["--never", "login = error or page = home", "--always", "not loginEnabled"]
    let promises = [
      "--leads-to", "login = executing", "login = succeeded", "login = executing", "page = home", "within", "1s",
    ]
    let run = try ToolRun(
      ["explore", "login@fixed", "--no-races", "--save", "."] + laws + promises, in: folder)
    #expect(run.code == 1 && !run.output.contains("not saved"), "\(run.output)")
    let kept = try ToolRun(["replay", "."], in: folder)
    #expect(kept.code == 0 && kept.output.hasSuffix("4 cases in 4 files: 4 failed as expected\n"), "\(kept.output)")
    let walks = try ScratchFolder()
    let fuzz = try ToolRun(
      ["fuzz", "login@fixed", "--walks", "5", "--save", ".", "--never", "login = executing"], in: walks)
    #expect(fuzz.code == 1 && fuzz.output.contains("  saved to ./"), "\(fuzz.output)")
    #expect(try ToolRun(["replay", "."], in: walks).output.contains("1 case in 1 file: 1 failed as expected"))
  }

  @Test("what cannot be is bad input")
  func mistakes() throws {
    #expect(try explore("logn").code == 2)
    #expect(try explore("login", "--depth", "0").code == 2)
    #expect(try explore("login", "--services", "some").code == 2)
  }

  @Test("Ctrl-C ends a search with what it found")
  func interrupted() throws {
    let said = try interrupted(["explore", "login@original", "--time", "600"], in: ScratchFolder())
    #expect(said.contains("  login@original: ") && said.contains("; interrupted: "), "\(said)")
  }

  @Test("Ctrl-C ends a sweep, and none of the further cases is driven")
  func interruptedSweep() throws {
    let folder = try ScratchFolder()
    let text = """
      %transcript 1
      %machine purchase@original
      > tap buy
      |*
      > advance 1s
      |*

      """
    for number in 1...300 { try folder.write(text, to: "\(number).transcript") }
    let said = try interrupted(["sweep", "."], in: folder)
    #expect(said.hasSuffix("; interrupted: no later case was swept\n") && !said.contains("300 cases"), "\(said)")
  }

  /// What a process says that is interrupted as soon as it listens to that.
  private func interrupted(_ arguments: [String], in folder: ScratchFolder) throws -> String {
    let process = try ToolRun.process(arguments, in: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    waitUntilCaught(SIGINT, by: process)
    process.interrupt()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    withExtendedLifetime(folder) {}
    #expect(process.terminationReason == .exit)
    return said
  }

  /// Waits until a process has a handler for a signal; where nothing tells, long enough.
  private func waitUntilCaught(_ signal: Int32, by process: Process) {
    for _ in 0..<1_000 {
      guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") })
      else { return Thread.sleep(forTimeInterval: 3) }
      let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
      if mask & 1 << (UInt64(signal) - 1) != 0 { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}

extension String {
  /// The lines that name no domain.
  fileprivate var declaringNothing: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !$0.hasPrefix("  the machine declares '--domain ") }.joined(separator: "\n")
  }
}
