import Layers
import Testing

struct CycleTests {
  @Test("a cycle across layers is told with the place of each reference")
  func cycle() {
    let report = report([
      "A.swift": "struct AView { var model: AViewModel }", "B.swift": "class AViewModel {\n  var router: Router\n}",
      "R.swift": "class Router { func show() { AView() } }",
    ])
    #expect(
      report.findings.map { "\($0.path):\($0.place): \($0.sentence)" } == [
        "B.swift:2:15: ViewModel 'AViewModel' refers to View 'AView' by way of 'Router'",
        "A.swift:1:27: a cycle: View 'AView' -> ViewModel 'AViewModel' -> 'Router' -> View 'AView'",
      ])
    #expect(report.findings[0].details == ["R.swift:1:7: 'Router'", "A.swift:1:8: 'AView'"])
    #expect(
      report.findings[1].details == [
        "A.swift:1:27: 'AView' refers to 'AViewModel'", "B.swift:2:15: 'AViewModel' refers to 'Router'",
        "R.swift:1:30: 'Router' refers to 'AView'",
      ])
    #expect(report.summary == "3 files, 3 types (1 View, 1 ViewModel): 1 forbidden reference, 1 cycle")
  }

  @Test("a cycle inside one layer is none of the layers' concern")
  func inside() {
    #expect(findings("class AViewModel { var b: BViewModel }\nclass BViewModel { var a: AViewModel }") == [])
  }

  @Test("in a component with a small cycle inside one layer, the one across layers is told")
  func both() {
    let text = """
      struct AView { var b: BView; var c: CView }
      struct BView { var a: AView }
      struct CView { var m: MViewModel }
      class MViewModel { var x: Helper }
      class Helper { var a: AView }
      """
    #expect(
      findings(text).last
        == "f.swift:3:23: a cycle: View 'CView' -> ViewModel 'MViewModel' -> 'Helper' -> View 'AView' -> View 'CView'")
  }

  @Test("a delegate's protocol in the view's file makes no cycle")
  func delegate() {
    let files = [
      "HomeView.swift":
        "protocol HomeViewDelegate { func tapped() }\nclass HomeView { weak var delegate: (any HomeViewDelegate)? }",
      "HomeController.swift": "class HomeController: HomeViewDelegate { let view = HomeView() }",
    ]
    #expect(findings(files) == [])
  }

  @Test("a long chain is searched without recursion")
  func longChain() {
    let count = 20_000
    let chain = (0..<count).map { "class T\($0) { var next: T\($0 + 1) }\n" }.joined()
    let text =
      "struct AView { var m: BViewModel }\nclass BViewModel { var t: T0 }\n" + chain
      + "class T\(count) { var v: AView }\n"
    let report = report(["f.swift": text])
    #expect(report.findings.count == 2)
    #expect(report.isComplete)
  }
}
