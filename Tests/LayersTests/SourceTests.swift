import Layers
import Testing

/// What counts as a reference in Swift source, and what does not.
struct SourceTests {
  /// Whether a view model with this in its body refers to the view.
  private func refers(_ body: String) -> Bool {
    let text = "import Shop\nstruct HomeView { struct Part {} }\nfinal class AViewModel {\n\(body)\n}\nclass Last {}\n"
    let report = report(["f.swift": text])
    #expect(report.typeCount == 3, "\(body)")
    return report.findings.contains { $0.sentence.hasPrefix("ViewModel 'AViewModel' refers to View 'HomeView'") }
  }

  @Test(
    "a reference is found wherever code can hold one",
    arguments: [
      "var a: HomeView", "var a = HomeView()", "func f(_ a: [String: HomeView?]) {}", "let a = x as? HomeView",
      "func f<T: HomeView>() {}", "var a: any Sequence<HomeView>", "let a = `HomeView`()", "typealias A = HomeView",
      "struct Inner { enum Deep { case a(HomeView) } }", "let a = \"text \\(HomeView())\"",
      "let a = \"\"\"\n  \\(f(\"a \\(g(HomeView())) b\"))\n  \"\"\"", "let a = #\"no \\( but \\#(HomeView())\"#",
      "let a: Shop.HomeView", "var a: HomeView.Part", "@Wrapped<HomeView> var a = 1",
      "/* a /* b */ c */ var a: HomeView",
      "let a = b ? HomeView : c", "#if DEBUG\nvar a: HomeView\n#endif", "let a = x / 2; let b: HomeView; let c = y / 3",
      "let r = /a\"b/; let a: HomeView", "let r = #/a\"b/#; let a: HomeView", "let a = \\HomeView.title",
      "func f() -> (HomeView) -> Void {}", "let a = \"unclosed\nvar b: HomeView",
    ])
  func found(_ body: String) { #expect(refers(body), "\(body)") }

  @Test(
    "text, comments, members, labels and names of its own are no reference",
    arguments: [
      "// HomeView", "/* HomeView /* HomeView */ HomeView */", "let a = \"HomeView\"", "let a = #\"\\(HomeView)\"#",
      "let a = \"\"\"\n  HomeView \"quoted\" HomeView\n  \"\"\"", "let a = b.HomeView", "let a = b.c.HomeView",
      "f(HomeView: 1)", "f(1, HomeView: 1)", "func HomeView() {}", "var HomeView = 1", "enum E { case HomeView }",
      "struct HomeView {}\nvar a: HomeView", "let a = AViewModel.HomeView", "var a: UIControl.HomeView",
      "let r = /HomeView/",
      "let r = #/ HomeView \" /#",
      "let a = \"\\u{41}\\\"HomeView\"", "class var a = 1", "class func f() {}", "let actor = 1",
      "x.class.protocol.struct()",
    ])
  func ignored(_ body: String) { #expect(!refers(body), "\(body)") }

  @Test("what stands outside of types belongs to the file, whose layer its name or folder says")
  func files() {
    let view = "struct HomeView {}"
    #expect(
      findings(["HomeViewModel.swift": "func make() -> HomeView { HomeView() }", "v.swift": view]) == [
        "HomeViewModel.swift:1:16: ViewModel 'HomeViewModel.swift' refers to View 'HomeView' (2 times)"
      ])
    #expect(
      findings(["ViewModels/Text.swift": "extension String { var v: HomeView }", "v.swift": view]).count == 1)
    #expect(findings(["Text.swift": "func make() -> HomeView { HomeView() }", "v.swift": view]) == [])
  }

  @Test("a type's layer is told by its name, then by what it inherits from, its file, its innermost folder")
  func layers() {
    func layer(_ path: String, _ text: String) -> [String] {
      report([path: text]).layers.filter { $0.count > 0 }.map(\.name)
    }
    #expect(layer("Views/a.swift", "class HomeViewModel: UIViewController {}") == ["ViewModel"])
    #expect(layer("Views/a.swift", "class Home: UITableViewController {}") == ["Controller"])
    #expect(layer("Views/a.swift", "struct Home<A: Foo>: Sendable, SwiftUI.View {}") == ["View"])
    #expect(layer("Views/HomeViewModel+Extra.swift", "enum Home {}") == ["ViewModel"])
    #expect(layer("Views/Models/Home.swift", "enum Home {}") == ["Model"])
    #expect(layer("Models/Views/Home.swift", "enum Home {}") == ["View"])
    #expect(layer("Other/Home.swift", "enum Home {}") == [])
    #expect(layer("a.swift", "class ShopViewManager {}") == ["ViewManager"])
  }

  @Test("an extension belongs to its type, also through a module's name, and where conditions open braces twice")
  func extensions() {
    let text = """
      import Shop
      #if os(macOS)
      final class AViewModel: NSObject {
      #else
      final class AViewModel {
      #endif
      }
      struct HomeView {}
      extension Shop.AViewModel { var a: HomeView }
      extension UIControl.AViewModel { var b: HomeView }
      """
    #expect(findings(text) == ["f.swift:9:36: ViewModel 'AViewModel' refers to View 'HomeView'"])
  }

  @Test("of several types of one name the nearest is meant")
  func nearest() {
    let files = [
      "App/One/Row.swift": "struct Row {}", "App/Two/RowViews/Row.swift": "struct Row: View {}",
      "App/One/AViewModel.swift": "class AViewModel { var row: Row }",
      "App/Two/RowViews/BViewModel.swift": "class BViewModel { var row: Row }",
    ]
    #expect(
      findings(files) == ["App/Two/RowViews/BViewModel.swift:1:29: ViewModel 'BViewModel' refers to View 'Row'"])
  }

  @Test("the places count lines and columns as an editor does")
  func places() {
    let text = "struct HomeView {}\n/* 用户\n */ class AViewModel { /* 用 */ var a: HomeView; var b: HomeView }\n"
    #expect(findings(text) == ["f.swift:3:39: ViewModel 'AViewModel' refers to View 'HomeView' (2 times)"])
  }
}
