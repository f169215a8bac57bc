import Foundation
import PtySupport
import Testing

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
        Second1Factor: 9 files, using Signalbox at \(ReadmeTests.root)
          cd Second1Factor
          swift run second1-factor-lab   # then 'open second1-factor'
          swift test

        """)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("Second1Factor"))
    #expect(
      names.filter { !$0.split(separator: "/").last!.allSatisfy { $0 != "." } }.sorted() == [
        ".github", ".github/workflows/test.yml", ".gitignore", "Package.swift", "README.md",
        "Sources/Second1FactorMachines/Machines.swift", "Sources/Second1FactorMachines/Second1Factor.swift",
        "Sources/second1-factor-lab/Lab.swift", "Tests/Second1FactorTests/TranscriptTests.swift",
        "Transcripts/second1-factor/first.transcript",
      ])
    let page = try folder.text("Second1Factor/README.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(page.count <= 21)
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
      (["--url", "x"], "'--url' and '--from' belong together"), (["--checkout", "a", "--url", "x"], "choose one"),
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
        "name: \"BlindMachines\",\n      dependencies: [.product(name: \"SignalboxKit\", package: \"\(package.identity)\")]",
        "name: \"BlindMachines\",\n      dependencies: [.product(name: \"SignalboxKit\", package: \"\(package.identity)\")],\n"
          + "      swiftSettings: [.unsafeFlags([\"-disable-reflection-metadata\"])]")
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
