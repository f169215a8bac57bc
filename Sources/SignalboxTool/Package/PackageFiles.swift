import Files
import Transcripts

struct PackageFiles {
  let name: PackageName
  let source: SignalboxSource
  /// Whether the machine is an adapter of a class.
  var ofClass = false

  func all() throws(FileError) -> [NewFile] {
    [
      try NewFile(".github/workflows/test.yml", workflow),
      try NewFile(".gitignore", ".build/\n"),
      try NewFile("Package.swift", manifest),
      try NewFile("AGENTS.md", agents),
      try NewFile("README.md", page),
      try NewFile("Sources/\(name.machines)/Machines.swift", machines),
      try NewFile("Sources/\(name.machines)/\(name.type).swift", ofClass ? objectClass : viewModel),
    ] + (ofClass ? [try NewFile("Sources/\(name.machines)/\(name.adapter).swift", adapter)] : try appFiles()) + [
      try NewFile("Sources/\(name.lab)/Lab.swift", lab),
      try NewFile("Tests/\(name.tests)/TranscriptTests.swift", tests),
      try NewFile("Transcripts/\(name.machine)/first.transcript", ofClass ? objectTranscript : transcript),
    ]
  }

  /// A type with the name of a word in the generated sources would conflict.
  static let words: Set<String> = {
    let text = [false, true].map { ofClass in
      let files = PackageFiles(name: .sample, source: .repository(url: "", version: ""), ofClass: ofClass)
      return [
        files.manifest, files.lab, files.machines, files.tests, files.viewModel, files.objectClass, files.adapter,
        files.appMain, files.app, files.appView,
      ].joined()
    }.joined()
      .split(separator: "\n").filter { !$0.contains("// ") }.joined(separator: "\n")
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    return Set(words).union(["Any", "Protocol", "Self", "Type"]).subtracting([PackageName.sample.type])
  }()

  private func product(_ product: String) -> String {
    ".product(name: \"\(product)\", package: \"\(source.identity)\")"
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name.type)",
      platforms: [\(ofClass ? "" : ".iOS(.v17), ").macOS(.v15)],
      dependencies: [
        \(source.dependency)
      ],
      targets: [
        .target(
          name: "\(name.machines)",
          dependencies: [\(ofClass ? product("SignalboxAdapters") : "\(product("SignalboxKit")), \(product("SignalboxLive"))")]),
        .executableTarget(
          name: "\(name.lab)",
          dependencies: [
            "\(name.machines)",
            \(product("SignalboxTool")),
          ]),\(ofClass ? "" : appTarget)
        .testTarget(
          name: "\(name.tests)",
          dependencies: [
            "\(name.machines)",\(ofClass ? "\n        \"\(name.lab)\"," : "")
            \(product("SignalboxTesting")),
          ]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  private var lab: String {
    """
    import \(name.machines)
    import SignalboxTool

    /// The console, and every other command, over the machines of this package.
    @main
    struct Lab {
      static func main() {
        SignalboxTool.run(machines: machines)
      }
    }

    """
  }

  private var machines: String {
    """
    \(ofClass ? "import Adapters\n" : "")import ViewModels

    /// The machines that the lab opens and the tests replay. The first variant of a name is its default.
    public let machines = [
      Machine(\(ofClass ? name.adapter : name.type).self, name: "\(name.machine)", variant: "\(variant)", summary: "A form, its request and the three outcomes")
    ]

    """
  }

  private var tests: String {
    """
    import \(name.machines)
    import SignalboxTesting
    import Testing

    /// Each case of each transcript is a test.
    @Test(arguments: TranscriptCheck.all(in: "../../Transcripts", machines: machines, executable: "swift run \(name.lab)"))
    func holds(_ check: TranscriptCheck) throws {
      try check.run()
    }

    """
  }

  private var viewModel: String {
    """
    import ViewModels

    /// A form that is sent once, and shows the outcome.
    struct \(name.type): ViewModel {
      struct Model: ModelType, Hashable {
        var text = ""
        var isReady: Bool { !text.isEmpty }
      }

      let text = Field(\\.text, samples: ["some": "hello"])
      let isReady = Field(\\.isReady, from: \\.text)
      let submit = Input()
      let dismissed = Input()
      let returned = Input()
      let success = Subject<String>()
      let fail = Subject<String>()
      let error = Subject<String>()
      let hasText = Guard("there is text", \\.isReady, reads: \\.text)
      let send = Service<String, String>(after: .seconds(1)) { .ok($0) }

      var chart: Chart {
        Region("form") {
          State(.idle) { On(submit, to: .validating) }
          State(.validating) {
            Always(to: .executing, when: hasText)
            Always(to: .idle)
          }
          State(.executing) {
            Invoke(send) { $0.text }
            On(send.succeeded, to: .succeeded, emit: success)
            On(send.failed, to: .failed, emit: fail)
            On(send.error, to: .error, emit: error)
          }
          State(.succeeded) { On(returned, to: .idle) }
          State(.failed) { On(dismissed, to: .idle) }
          State(.error) { On(dismissed, to: .idle) }
        }
      }

      var screen: Screen {
        Screen("\(name.type)") {
          TextField(text, "Text")
          Button(submit, "Submit", enabled: isReady)
          Alert("Not sent", on: fail, ["OK"], dismissed)
          Alert("Not sent", on: error, ["OK"], dismissed)
          Push(Page("done", title: "Done"), on: success)
          Reappeared(returned)
        }
      }
    }

    """
  }

  private var variant: String { ofClass ? "class" : "draft" }

  /// A class as an app has it; the user's own takes its place.
  private var objectClass: String {
    """
    import Observation

    /// Replace this by your class: move its file here, or add its package to the dependencies of this target.
    @MainActor @Observable final class \(name.type) {
      var text = ""
      private(set) var isSending = false
      private(set) var answer: String?
      private(set) var problem: String?
      private let send: (String) async throws -> String

      var canSubmit: Bool { !text.isEmpty && !isSending }

      init(send: @escaping (String) async throws -> String) { self.send = send }

      func submit() async {
        guard canSubmit else { return }
        isSending = true
        do {
          answer = try await send(text)
        } catch {
          problem = "\\(error)"
        }
        isSending = false
      }
    }

    """
  }

  private var adapter: String {
    """
    import Adapters
    import ViewModels

    /// The console's interface to \(name.type).
    @MainActor struct \(name.adapter): Adapter {
      // The properties to show; one that can be set can be typed. Other types than values: 'Shown(\\.photos)'.
      let text = Field(\\.text, samples: ["some": "hello"])
      let isSending = Field(\\.isSending)
      let canSubmit = Field(\\.canSubmit)
      let answer = Field(\\.answer)
      let problem = Field(\\.problem)
      // The methods to call. One with a value: 'Input<Int> { $0.select($1) }'.
      let submit = Input { await $0.submit() }
      // The service that the class calls, and its default answer.
      let send = Service<String, String>(after: .seconds(1)) { .ok($0) }

      // Makes the object with its dependencies; each request goes to the console.
      func make(_ world: World<Self>) -> \(name.object) {
        \(name.object)(send: { try await world.ask(send, $0) })
      }

      var screen: Screen {
        Screen("\(name.type)") {
          TextField(text, "Text")
          Button(submit, "Submit", enabled: canSubmit)
          Label(answer, "Answer")
        }
      }

      // What must hold when nothing waits any more.
      var laws: Chart {
        Finally("sending ends") { !$0.isSending }
      }
    }

    """
  }

  private var objectTranscript: String {
    """
    %transcript 1
    %machine \(name.machine)@class
    %case a form is sent once
    |*
    > set text $some
    |*
    > tap submit
    |*
    > advance
    |*
    | +1000ms answer nil -> $some
    |*

    """
  }

  private var transcript: String {
    """
    %transcript 1
    %machine \(name.machine)@draft
    %case a form is sent once
    | form idle
    > set text $some
    | text "" -> $some
    | isReady false -> true
    > tap submit
    | form idle -> validating -> executing
    | request send $some
    > tap submit
    | refused submit: already executing
    > advance
    | +1000ms reply send ok $some
    | +1000ms form executing -> succeeded
    | +1000ms success $some
    | +1000ms push done

    %case a refused form can be sent again
    | form idle
    > service send fail "too short" once
    > set text $some
    | text "" -> $some
    | isReady false -> true
    > tap submit
    | form idle -> validating -> executing
    | request send $some
    > advance
    | +1000ms reply send fail "too short"
    | +1000ms form executing -> failed
    | +1000ms fail "too short"
    | +1000ms alert "Not sent" "too short" ["OK"]
    > dismiss "OK"
    | alert closed
    | form failed -> idle

    """
  }

  private var page: String {
    """
    # \(name.type)

    View models as state machines, over [Signalbox](\(link)).

    ```sh
    swift run \(name.lab)   # the console: 'open \(name.machine)', then 'help'
    \(ofClass ? "" : "swift run \(name.app)   # an app of it, on the terminal\n    ")swift run \(name.lab) replay   # every transcript
    swift run -c release \(name.lab) explore \(name.machine)   # everything that a user can do
    swift test   # each case of each transcript is a test
    ```

    Searches are run with `-c release`: a debug build is 12 to 20 times slower.

    * `Sources/\(name.machines)` has the view models; `Machines.swift` lists the machines.
    * `Sources/\(name.lab)` is the tool over them.\(ofClass ? "" : appNote)
    * `Transcripts` holds sessions; `record FILE` in the console writes one, `replay --update` renews it.
    * `.github/workflows/test.yml` builds, tests and lints each push.

    On Debian and Ubuntu the console's line editor needs `apt-get install libedit-dev`; macOS has it.

    """
  }

  /// For agents: at most 40 lines, whose requests a test sends.
  private var agents: String {
    """
    # Notes for agents

    `swift build -c release`, then `.build/release/\(name.lab) serve` answers requests: one JSON object per line, on standard
    input and output. `serve --mcp` offers the same requests as MCP tools. `help serve` lists them.

    Open, drive, search, keep:

    ```json
    {"id":1,"request":"open","machine":"\(name.machine)"}
    {"id":2,"request":"moves"}
    {"id":3,"request":"do","command":"set text $some"}
    {"id":4,"request":"do","command":"tap submit"}
    {"id":5,"request":"why","of":"tap submit"}
    {"id":6,"request":"do","command":"advance"}
    {"id":7,"request":"path","to":"tap submit","at":"@0"}
    {"id":8,"request":"explore","machine":"\(name.machine)","steps":2000}
    {"id":9,"request":"save","file":"Transcripts/\(name.machine)/new.transcript"}
    {"id":10,"request":"replay","file":"Transcripts/\(name.machine)/new.transcript"}
    ```

    * `do` runs a line of the console. `help` lists the verbs, `screen` shows the controls, `fields` the values, `blame FIELD` who set
      one. Texts are in double quotes; `$some` is a sample. Time passes only by `advance`; `service NAME fail` answers the next
      requests so.
    * Every answer has the state's handle. `"at":"@3"` begins there again; nothing is lost.
    * `path` claims that a state is never reached. Its targets: `form = executing`, `text = "x" and isReady`, `tap submit`.
    * `explore` looks for broken laws, crashes and hangs. Its `options`: `--never EXPRESSION`, `--always EXPRESSION`,
      `--leads-to 'P' 'Q'`, `--services any`, `--no-races`.
    * A verdict is `holds` (all was searched; read `untested`), `broken` (its `script` shows it: check it by `replay` with
      `machine` and `script`) or `stopped` (a bound came first: raise `steps`).
    * An error has `help`: commands that would help. Shortened values are in `cut`; `state` with `more` has the rest.
    * To keep a finding, run its script by `do`, then `save`. `swift test` replays every transcript.
    * To change behaviour, edit `Sources/\(name.machines)`, build, `replay` all transcripts, and `explore` again: a fix is done when the
      finding's script replays without it and no new finding appears. Laws, such as `Invariant`, are in the chart.

    Exit codes: 0 yes, 1 no (a broken law, a difference), 2 bad input, 3 a bound came first, 4 the environment, 70 a bug in Signalbox.

    """
  }

  var link: String {
    switch source {
    case .checkout(let path), .tagged(let path, _): path
    case .repository(let url, _): url
    }
  }

  private var workflow: String {
    """
    name: test
    on: [push, pull_request]
    jobs:
      test:
        runs-on: ubuntu-latest
        container: swift:6.3
        steps:
          - uses: actions/checkout@v4
          - run: apt-get update && apt-get install -y libedit-dev\(presence)
          - run: swift test
          - run: swift run \(name.lab) lint

    """
  }

  /// A CI step that explains the missing local checkout.
  private var presence: String {
    guard let path = source.folder else { return "" }
    return """

            - name: Signalbox is there
              run: |
                test -e \("\(path)/Package.swift".asShellWord) && exit
                echo 'Package.swift names Signalbox by a path; name its URL and a version'
                exit 1
      """
  }
}
