import Foundation
import PtySupport
import Testing

@testable import SignalboxTool

/// What `init` makes, and what it refuses.
@Suite("init")
struct InitTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> ToolRun {
    try ToolRun(["init"] + arguments, in: folder, environment: environment)
  }

  @Test("a package has a view model, its lab, a transcript, a test, a workflow and a page to read")
  func files() throws {
    let run = try run(["Second1Factor"], environment: ["SIGNALBOX_CHECKOUT": ReadmeTests.root])
    #expect(run.code == 0)
    #expect(
      run.output == """
        Second1Factor: 13 files, using Signalbox at \(ReadmeTests.root)
          cd Second1Factor
          swift run second1-factor-lab   # then 'open second1-factor'
          swift test

        """)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("Second1Factor"))
    #expect(
      names.filter { !$0.split(separator: "/").last!.allSatisfy { $0 != "." } }.sorted() == [
        ".github", ".github/workflows/test.yml", ".gitignore", "AGENTS.md", "Package.swift",
        "README.md",
        "Sources/Second1FactorMachines/Machines.swift", "Sources/Second1FactorMachines/Second1Factor.swift",
        "Sources/Second1FactorMachines/Second1FactorApp.swift", "Sources/Second1FactorMachines/Second1FactorView.swift",
        "Sources/second1-factor-app/Main.swift", "Sources/second1-factor-lab/Lab.swift",
        "Tests/Second1FactorTests/TranscriptTests.swift",
        "Transcripts/second1-factor/first.transcript",
      ])
    let page = try folder.text("Second1Factor/README.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(page.count <= 25)
  }

  @Test(
    "the notes for agents have at most 40 lines, whose requests are those of the API", arguments: [[], ["--class"]])
  func notes(_ options: [String]) throws {
    #expect(try run(["Checkout", "--checkout", ReadmeTests.root] + options).code == 0)
    let notes = try folder.text("Checkout/AGENTS.md")
    #expect(notes.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    let requests = try AgentNotes(notes).requests
    #expect(requests.count == 10)
    for request in requests {
      guard case .call = PlainProtocol().read(request) else {
        Issue.record("no request of the API: \(request)")
        continue
      }
    }
    // Without the machine of the package, each is an error that says so, or an answer.
    let answers = try ToolRun(["serve"], lines: requests, in: folder)
    #expect(answers.output.split(separator: "\n").count == requests.count)
  }

  @Test(
    "a machine's name is the type's in words",
    arguments: [("Checkout", "checkout"), ("SecondFactor", "second-factor"), ("URLCheck", "url-check"), ("X", "x")])
  func names(_ type: String, _ machine: String) throws {
    #expect(try run([type, "--url", "https://example.org/signalbox.git", "--from", "1.2.3"]).code == 0)
    #expect(try folder.text("\(type)/Sources/\(machine)-lab/Lab.swift").contains("import \(type)Machines\n"))
    let manifest = try folder.text("\(type)/Package.swift")
    #expect(manifest.contains(".package(url: \"https://example.org/signalbox.git\", from: \"1.2.3\")"))
    #expect(manifest.contains(".product(name: \"SignalboxKit\", package: \"signalbox\")"))
  }

  private func makeCheckout(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
    try folder.write("let package = Package(\n  name: \"signalbox\",\n)\n", to: "\(path)/Package.swift")
  }

  @Test("a checkout that stands beside the package is named from the package on")
  func beside() throws {
    try makeCheckout("box")
    #expect(try run(["./Checkout/", "--checkout", "box"]).code == 0)
    #expect(try folder.text("Checkout/Package.swift").contains(".package(path: \"../box\")"))
    #expect(try folder.text("Checkout/.github/workflows/test.yml").contains("test -e ../box/Package.swift && exit"))
    let inside = try run(["box/Other", "--checkout", "box"])
    #expect(inside.code == 2)
    #expect(inside.errors.contains("is inside the checkout of Signalbox; make the package beside it"))
    #expect(try folder.names == ["Checkout", "box"])
  }

  @Test("'--from' alone builds against the tags of the checkout, by a URL")
  func tagged() throws {
    try makeCheckout("box 1")
    let run = try run(["Checkout", "--from", "0.1.0"], environment: ["SIGNALBOX_CHECKOUT": "box 1"])
    #expect(run.code == 0, "\(run.errors)")
    let manifest = try folder.text("Checkout/Package.swift")
    let path = URL(fileURLWithPath: folder.path("box 1")).resolvingSymlinksInPath().path
    #expect(
      manifest.contains(".package(url: \"file://\(path.replacing(" ", with: "%20"))\", from: \"0.1.0\")"), "\(manifest)"
    )
    #expect(manifest.contains("package: \"box%201\")"))
    #expect(try folder.text("Checkout/.github/workflows/test.yml").contains("test -e '\(path)/Package.swift' && exit"))
  }

  @Test("the folders may have any names, which are quoted where a shell reads them")
  func folders() throws {
    try makeCheckout("用户 1/it's")
    let run = try run(["用户 1/Checkout", "--checkout", "用户 1/it's"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("\n  cd '用户 1/Checkout'\n"))
    #expect(try folder.text("用户 1/Checkout/Package.swift").contains(".package(path: \"../it's\")"))
    let workflow = try folder.text("用户 1/Checkout/.github/workflows/test.yml")
    #expect(workflow.contains(#"test -e '../it'\''s/Package.swift' && exit"#))
  }

  @Test(
    "what cannot be is refused with its cure, and nothing is made",
    arguments: [
      ("checkout", "'checkout' is not a package name; use an upper-case letter, then letters and digits"),
      ("Kasse-2", "'Kasse-2' is not a package name"), ("Straße", "is not a package name"),
      ("..", "'..' is not a package name"), ("State", "'State' is a word that the package itself uses"),
      ("Self", "'Self' is a word that the package itself uses"), ("none/Checkout", "no such file"),
      ("taken/Checkout", "already exists; choose another name"),
    ])
  func refused(_ path: String, _ sentence: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("taken/Checkout"), withIntermediateDirectories: true)
    let run = try run([path, "--checkout", ReadmeTests.root])
    #expect(run.code == 2)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(try folder.names == ["taken"])
  }

  @Test(
    "without a source, with two, or with half of one, the sentence says what to add",
    arguments: [
      ([], "no checkout of Signalbox was found; add '--checkout FOLDER', or '--url URL --from VERSION'"),
      (["--url", "x"], "'--url' needs '--from', the lowest version to use; add it"),
      (["--checkout", "a", "--url", "x"], "choose one"),
      (["--url", "x", "--from", "1"], "'1' is not a version; write it as 1.2.3"),
      (["--checkout", "none"], "no such file"), (["--checkout", "."], "holds no checkout of Signalbox"),
    ])
  func source(_ options: [String], _ sentence: String) throws {
    let run = try run(["Checkout"] + options)
    #expect(run.code == 2)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(try folder.names == [])
  }

  @Test("a folder that cannot be written is the environment's fault, and nothing is left behind")
  func unwritable() throws {
    let run = try ToolRun.shell(
      "mkdir -p full && (ulimit -f 0; \"$S\" init full/Checkout --checkout '\(ReadmeTests.root)')", in: folder)
    #expect(run.code == 4)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("full")) == [])
  }

  @Test(
    "the package builds, is driven, replays and tests; a regression is caught",
    .enabled(if: BuiltPackage.isAvailable, Comment(rawValue: BuiltPackage.skipReason)))
  func works() throws {
    try BuiltPackage.alone {
      let package = try BuiltPackage("Checkout")
      let build = try package.swift("build --build-tests")
      try #require(build.code == 0, "\(build.output)\(build.errors)")
      #expect(try package.lab("lint").output == "1 variant: 0 errors, 0 warnings, 0 notes\n")
      #expect(try package.lab("replay").output == "2 cases in 1 file: 2 passed\n")
      let explored = try package.lab("explore checkout")
      #expect(explored.code == 0)
      #expect(explored.output.contains("nothing found; complete: all "))
      let driven = try package.lab("repl", lines: ["open checkout", "set text $some", "tap submit", "advance"])
      #expect(driven.output.contains("| +1000ms push done\n"))
      try expectApp(of: package)
      let notes = try AgentNotes(String(contentsOfFile: "\(package.path)/AGENTS.md", encoding: .utf8))
      let answers = try package.lab("serve", lines: notes.requests).output
      #expect(
        answers.split(separator: "\n").count == notes.requests.count && !answers.contains("\"error\""), "\(answers)")
      let tests = try package.swift("test --skip-build")
      #expect(tests.code == 0, "\(tests.output)\(tests.errors)")
      #expect(tests.output.contains("checkout/first.transcript:3 a form is sent once"))

      try package.edit(
        "Sources/CheckoutMachines/Checkout.swift", "On(submit, to: .validating)", "On(submit, to: .executing)")
      #expect(try package.swift("build --build-tests").code == 0)
      let caught = try package.swift("test --skip-build")
      #expect(caught.code == 1)
      let place = "Transcripts/checkout/first.transcript:8: failed: a form is sent once"
      #expect(
        caught.output.contains(place) && caught.output.contains("checkout-lab replay --review "),
        "\(caught.output.suffix(2000))"
      )
    }
  }

  /// Someone types and taps, and sees the page change; what is recorded is a transcript of the lab.
  private func expectApp(of package: BuiltPackage) throws {
    let app = BuiltProduct.path("checkout-app")
    let typed = [
      #"printf 'submit\ntext hello\nsubmit\n'"#, "sleep 0.6", #"printf 'back\ntext no\nsubmit\n'"#, "sleep 0.6",
      #"printf 'ok\nreport\n'"#,
    ].joined(separator: "; ")
    let run = try ToolRun.shell(
      "(\(typed)) | '\(app)' >app.out && grep '^{' app.out >'\(package.path)/app.trace.jsonl'; grep -v '^{' app.out",
      in: package.folder)
    #expect(run.code == 0, "\(run.errors)")
    var rest = run.output[...]
    for line in [
      "text: , form: idle, Checkout", "not now: disabled, isReady is false", "text: hello, form: executing, Checkout",
      "text: hello, form: succeeded, Done", "text: no, form: executing, Checkout",
      "text: no, form: failed, alert: Not sent, the server said no", "text: no, form: idle, Checkout",
    ] {
      let found = rest.range(of: line + "\n")
      #expect(found != nil, "'\(line)' is missing in:\n\(run.output)")
      if let found { rest = rest[found.upperBound...] }
    }
    let recorded = try package.lab("record report.transcript --from app.trace.jsonl")
    #expect(
      recorded.code == 0 && recorded.output.contains(" of checkout@draft\n"), "\(recorded.output)\(recorded.errors)")
    #expect(try package.lab("replay report.transcript").output == "1 case in 1 file: 1 passed\n")
    let report = try package.folder.text("Checkout/report.transcript")
    #expect(report.contains("\n> reply send fail \"the server said no\"\n| form executing -> failed\n"))
    try FileManager.default.removeItem(atPath: "\(package.path)/report.transcript")
  }

  @Test(
    "the package of a class builds without a warning, and its test runs the class in the lab",
    .enabled(if: BuiltPackage.isAvailable, Comment(rawValue: BuiltPackage.skipReason)))
  func worksWithClass() throws {
    try BuiltPackage.alone {
      let package = try BuiltPackage("Form", ["--class"])
      let build = try package.swift("build --build-tests")
      try #require(build.code == 0 && !build.output.contains("warning: "), "\(build.output)\(build.errors)")
      let tests = try package.swift("test --skip-build")
      #expect(tests.code == 0, "\(tests.output)\(tests.errors)")
      #expect(tests.output.contains("form/first.transcript:3 "), "\(tests.output)")
      let explored = try package.lab("explore form@class --states 100")
      #expect(explored.output.contains("  form@class: nothing found"), "\(explored.output)\(explored.errors)")
    }
  }

  @Test(
    "a module without reflection is told so by lint, and is not opened",
    .enabled(if: BuiltPackage.isAvailable, Comment(rawValue: BuiltPackage.skipReason)))
  func reflection() throws {
    try BuiltPackage.alone {
      let package = try BuiltPackage("Blind")
      try package.edit(
        "Package.swift",
        ".product(name: \"SignalboxLive\", package: \"\(package.identity)\")]),",
        ".product(name: \"SignalboxLive\", package: \"\(package.identity)\")],\n"
          + "      swiftSettings: [.unsafeFlags([\"-disable-reflection-metadata\"])]),")
      let build = try package.swift("build --product blind-lab")
      try #require(build.code == 0, "\(build.output)\(build.errors)")
      let lint = try package.lab("lint")
      #expect(lint.code == 1)
      #expect(lint.output.contains("error[nameless-token]: Blind: "))
      #expect(lint.output.contains("compile without '-disable-reflection-metadata'"))
      let opened = try package.lab("repl", lines: ["open blind"])
      #expect(opened.code != 0)
      #expect(opened.errors.contains("compiled without reflection"))
    }
  }
}

/// The page for agents that `init` writes.
struct AgentNotes {
  /// Those of its fenced block.
  let requests: [String]

  init(_ text: String) throws {
    let parts = text.components(separatedBy: "```")
    requests = parts.count < 3 ? [] : parts[1].split(separator: "\n").dropFirst().map(String.init)
  }
}
