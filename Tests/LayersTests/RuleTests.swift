import Layers
import Testing

struct RuleTests {
  private func problem(_ text: String) -> String? {
    do {
      _ = try LayerRules(parsing: text)
      return nil
    } catch {
      return "\(error.place): \(error.sentence)"
    }
  }

  @Test(
    "a mistake in the rules is told with its place",
    arguments: [
      ("", "1:1: the rules have no layer; '--show-rules' prints some to start with"),
      ("layer", "1:1: 'layer' needs a name; write it after a blank"),
      ("layer A B", "1:1: 'layer' needs a name; write it after a blank"),
      ("layer A\nlayer A", "2:7: the layer 'A' is defined twice; keep one of them"),
      ("ends A\nlayer A", "1:1: 'ends' is allowed only in a layer; write 'layer NAME' above it"),
      ("layer A\n  uses A 用 B", "2:10: unknown layer '用'; write 'layer 用', or correct the name"),
      ("layer A\n  protocols B", "2:13: unknown layer 'B'; write 'layer B', or correct the name"),
      ("layer A\n\tends", "2:2: 'ends' needs ends of names; write it after a blank"),
      (
        "layer A\n  end B",
        "2:3: 'end' is not a rule; expected 'layer', 'ends', 'folders', 'uses', 'protocols', 'toolkit', 'skip' or 'allow'"
      ),
      ("allow A", "1:1: 'allow' needs a type and the one that it may refer to; write it after a blank"),
    ])
  func mistakes(_ text: String, _ sentence: String) { #expect(problem(text) == sentence) }

  @Test("the standard rules read, and comments and carriage returns are no matter")
  func standard() throws {
    #expect(
      LayerRules.standard.layers.map(\.name) == ["View", "ViewManager", "Controller", "ViewModel", "Service", "Model"])
    let returns = LayerRules.standardText.replacing("\n", with: "\r\n")
    #expect(try LayerRules(parsing: returns) == .standard)
    #expect(
      problem("layer A\n" + String(repeating: "skip a\n", count: 5_001))?.contains("more than 10000 words") ?? false)
  }

  @Test("own rules name own layers, by folder or by end")
  func own() throws {
    let rules = try LayerRules(
      parsing: """
        toolkit modules Gtk
        toolkit prefixes Gtk
        skip Generated
        layer Page
          folders pages
          uses Page Store
          toolkit
        layer Store
          ends Store Repository
          uses Store
        allow CartStore Legacy
        """)
    let files = [
      "pages/Home.swift": "struct Home { var s: CartStore; var b: GtkButton }\nstruct Legacy {}",
      "CartStore.swift": "import Gtk\nclass CartStore { var l: Legacy; var h: Home; var w: GtkWidget; var g: Gtkx }",
    ]
    #expect(
      findings(files, rules: rules) == [
        "CartStore.swift:1:8: Store 'CartStore' imports 'Gtk', the user interface's toolkit",
        "CartStore.swift:2:41: Store 'CartStore' refers to Page 'Home'",
        "CartStore.swift:2:54: Store 'CartStore' refers to 'GtkWidget' of the user interface's toolkit",
        "CartStore.swift:2:41: a cycle: Store 'CartStore' -> Page 'Home' -> Store 'CartStore'",
      ])
    #expect(rules.skips(path: "a/Generated/b.swift") && !rules.skips(path: "a/Generated.swift"))
  }

  @Test("an exception that nothing needs is told")
  func unused() throws {
    let rules = try LayerRules(parsing: LayerRules.standardText + "allow HomeView HomeModel\nallow A B\n")
    let report = report(
      ["a.swift": "struct HomeView { var m: HomeModel }\nstruct HomeModel {}"], rules: rules)
    #expect(report.findings.isEmpty)
    #expect(report.unusedExceptions.map(\.from) == ["A"])
  }
}
