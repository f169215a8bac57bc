import PtySupport
import Testing

struct UsageTests {
  @Test("more arguments than the parser can read in a short time are bad usage")
  func manyArguments() throws {
    let run = try ToolRun(["replay"] + Array(repeating: "--tag=a", count: 4_000), in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.contains("4001 arguments are more than 4000; name a folder of files, or put commands"))
  }

  @Test("many values that can be given stand in the one line")
  func values() throws {
    let run = try ToolRun(["compare", "login@original", "login@fixed", "--ignore", "everything"], in: ScratchFolder())
    #expect(
      run.errors.split(separator: "\n")[0]
        == "signalbox: error[E1101]: the value 'everything' is invalid for '--ignore <class>'. Please provide one of the "
        + "following: stimulus, fault, transition, request, refusal, value, timing, order, text")
  }

  @Test("bad usage is told on standard error with a code, and ends with 2")
  func badUsage() throws {
    let run = try ToolRun(["replay", "--unheard-of"], in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("signalbox: error[E1101]: unknown option '--unheard-of'\nUsage: signalbox replay "))
  }

  @Test("an argument cannot act on the terminal through a message")
  func hostileArgument() throws {
    let run = try ToolRun(["replay", "--x\u{1B}[2J"], in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.contains("unknown option '--x\\u{1B}[2J'"))
    #expect(!run.errors.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "options that contradict each other are bad usage",
    arguments: [
      ["replay", "--accept-lost"], ["replay", "--update", "--as", "login@fixed"],
      ["replay", "--review", "--update"], ["replay", "--review", "--list"], ["replay", "--update", "--list"],
      ["replay", "--review", "--as", "login@fixed"], ["replay", "--review", "--report", "json"],
      ["replay", "--update", "--no-leftovers"], ["replay", "--update", "--shard", "1/2"],
      ["record"], ["record", "f", "--resume", "--force"], ["record", "f", "--resume", "--machine", "login"],
      ["trace"], ["trace", "a", "--allow-truncated"], ["trace", "a", "--validate", "b"],
      ["trace", "--validate", "b", "-o", "c"], ["diff", "a"],
      ["diff", "a", "b", "--as", "login@fixed"], ["diff", "a", "b", "c"], ["run"],
    ])
  func contradictions(_ arguments: [String]) throws {
    let run = try ToolRun(arguments, in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("signalbox: error[E1101]: "))
    #expect(run.output.isEmpty)
  }

  @Test("an update and a recording are refused where CI is set", arguments: ["true", "1", "True", "yes", "woodpecker"])
  func underCI(_ value: String) throws {
    let folder = try ScratchFolder()
    let update = try ToolRun(["replay", "--update", "none.transcript"], in: folder, environment: ["CI": value])
    #expect(update.code == 2)
    #expect(update.errors.hasPrefix("signalbox: error[E1101]: '--update' is refused where CI is set; "))
    let review = try ToolRun(["replay", "--review"], in: folder, environment: ["CI": value])
    #expect(review.code == 2)
    #expect(
      review.errors.contains("' is refused where CI is set; review where you can read the changes, and commit them\n"))
    let record = ["record", "a.transcript", "--machine", "login"]
    let refused = try ToolRun(record, in: folder, environment: ["CI": value])
    #expect(refused.code == 2)
    #expect(refused.errors.hasPrefix("signalbox: error[E1101]: 'record' is refused where CI is set; "))
    #expect(try folder.names.isEmpty)
  }

  @Test("CI that is off refuses nothing", arguments: ["", "0", "false", "FALSE", "no", "off"])
  func outsideCI(_ value: String) throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["record", "a.transcript", "--machine", "login"], in: folder, environment: ["CI": value])
    #expect(run.code == 0)
  }

  @Test(
    "help, the version and a completion script are answers",
    arguments: [
      (["--help"], "OVERVIEW: "), (["help", "record"], "OVERVIEW: Record a session"), (["--version"], "0.1.0\n"),
      (["--generate-completion-script", "bash"], "#!/bin/bash\n"),
    ])
  func answers(_ arguments: [String], _ beginning: String) throws {
    let run = try ToolRun(arguments, in: ScratchFolder())
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix(beginning))
  }

  @Test("the catalogue is listed with a line of counts")
  func list() throws {
    let run = try ToolRun(["list"], in: ScratchFolder())
    #expect(run.code == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("login@original") })
    #expect(lines.contains { $0.hasPrefix("login@fixed") })
    #expect(lines.last?.hasSuffix("\(lines.count - 1) variants") ?? false)
  }

  @Test("an unknown machine is bad input, and the nearest is named")
  func unknownMachine() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["logn@fixed"], in: folder)
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("'logn@fixed'"))
    #expect(run.errors.contains("'login@fixed'"))
    #expect(try ToolRun(["replya"], in: folder).errors.hasSuffix("; the command 'replay' is near\n"))
    // 'open' is a verb of the console, and no help on the command line.
    #expect(
      try ToolRun(["foo"], in: folder).errors
        == "signalbox: error[E1020]: unknown machine 'foo'; 'signalbox list' lists the machines\n")
  }
}
