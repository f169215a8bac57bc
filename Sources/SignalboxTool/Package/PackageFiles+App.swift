import Files

/// The app over the view model that `init` makes.
extension PackageFiles {
  func appFiles() throws(FileError) -> [NewFile] {
    [
      try NewFile("Sources/\(name.machines)/\(name.type)App.swift", app),
      try NewFile("Sources/\(name.machines)/\(name.type)View.swift", appView),
      try NewFile("Sources/\(name.app)/Main.swift", appMain),
    ]
  }

  var appTarget: String {
    """

        .executableTarget(
          name: "\(name.app)",
          dependencies: ["\(name.machines)"]),
    """
  }

  var appNote: String {
    """

    * `\(name.type)App.swift` runs it with a clock and a service, on a terminal; `\(name.type)View.swift` does so in SwiftUI.
      The view was written on Linux and never built.
    """
  }

  var appMain: String {
    """
    import \(name.machines)

    @main
    struct Main {
      static func main() async {
        await \(name.type)App.run()
      }
    }

    """
  }

  /// A terminal takes the place of a view, so that it runs on every platform.
  var app: String {
    """
    import Dispatch
    import Live
    import Observation

    /// The view model in an app: a real clock, and a service that takes its time.
    @MainActor
    public enum \(name.type)App {
      static func make() -> Live<\(name.type)> {
        Live(machines[0]) { world in
          // The request of your app.
          world.answer(\\.send) { text in
            try await Task.sleep(for: .milliseconds(300))
            if text == "no" { throw Rejected("the server said no") }
            return "sent: \\(text)"
          }
        }
      }

      /// Reads commands from standard input, and prints the page each time it changes.
      public static func run() async {
        let form = make()
        print("text WORDS, submit, ok, back, report")
        show(form)
        let lines = AsyncStream<String> { lines in
          DispatchQueue.global().async {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
          }
        }
        for await line in lines {
          let words = line.split(separator: " ", maxSplits: 1).map(String.init)
          switch words.first {
          case "text": form.text = words.count > 1 ? words[1] : ""
          case "submit":
            if let refusal = form.canSend(\\.submit).refusal { print("not now: \\(refusal)") } else { form.submit() }
          case "ok": form.dismiss()
          case "back": form.back()
          case "report": print(form.recording ?? "")
          default: print("text WORDS, submit, ok, back, report")
          }
        }
        while form.phase(of: "form") == .executing { try? await Task.sleep(for: .milliseconds(20)) }
      }

      private static func show(_ form: Live<\(name.type)>) {
        let page = withObservationTracking {
          "text: \\(form.text), form: \\(form.phase(of: "form")?.name ?? ""), "
            + (form.route.alert.map { "alert: \\($0.title), \\($0.message)" } ?? form.route.pages.last?.title ?? "\(name.type)")
        } onChange: {
          Task { @MainActor [weak form] in if let form { show(form) } }
        }
        print(page)
      }
    }

    """
  }

  var appView: String {
    """
    #if canImport(SwiftUI)
      import Live
      import SwiftUI

      /// The page in an app: 'ContentView { \(name.type)View(form: \(name.type)App.make()) }'.
      struct \(name.type)View: View {
        @Bindable var form: Live<\(name.type)>

        var body: some View {
          NavigationStack(path: $form.route.pages) {
            VStack {
              TextField("Text", text: $form.text)
              Button("Submit") { form.submit() }
                .disabled(!form.canSend(\\.submit).isEnabled)
              if form.phase(of: "form") == .executing { ProgressView() }
            }
            .navigationDestination(for: LiveRoute.Page.self) { page in Text(page.title) }
            .alert(form.route.alert?.title ?? "", isPresented: isAlerting) {
              ForEach(form.route.alert?.buttons ?? [], id: \\.self) { title in
                Button(title) { form.dismiss(title) }
              }
            } message: {
              Text(form.route.alert?.message ?? "")
            }
          }
        }

        /// A button closes the alert.
        private var isAlerting: Binding<Bool> {
          Binding { form.route.alert != nil } set: { _ in }
        }
      }
    #endif

    """
  }
}
