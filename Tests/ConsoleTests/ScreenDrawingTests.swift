import Statecharts
import Testing
import Traces

@testable import Console
@testable import ViewModels

struct ScreenDrawingTests {
  private let login = ScreenState(
    pages: ["login"], title: "登录",
    controls: [
      ControlState(name: "name", kind: .text, label: "用户名", value: "王小明", isEnabled: true),
      ControlState(name: "password", kind: .secureText, label: "密码", value: .secret("aaaaaa"), isEnabled: true),
      ControlState(name: "attempts", kind: .label, label: "次数", value: 3, isEnabled: true),
      ControlState(name: "login", kind: .button, label: "登录", value: .null, isEnabled: false),
    ])

  private func drawn(_ screen: ScreenState, width: Int = 80) -> String {
    ScreenDrawing(screen, width: width).lines.joined(separator: "\n")
  }

  @Test("controls stand behind their names, aligned by display width")
  func controls() {
    #expect(
      drawn(login) == """
        login
        == 登录 ==
        name      用户名 [王小明]
        password  密码   [<secret>]
        attempts  次数   3
        login     ( 登录 )  disabled
        """)
  }

  @Test("the alert, the HUD and the tip stand below, the navigation stack above")
  func covered() {
    var screen = login
    screen.pages = ["login", "home"]
    screen.controls = []
    screen.hud = "加载中"
    screen.alert = AlertState(title: "登录失败", message: "用户名或密码错误", buttons: ["确定", "取消"])
    screen.tip = "已保存"
    #expect(
      drawn(screen) == """
        login > home
        == 登录 ==
        +- hud --+
        | 加载中 |
        +--------+
        +- alert ------------+
        | 登录失败           |
        | 用户名或密码错误   |
        | ( 确定 )  ( 取消 ) |
        +--------------------+
        tip: 已保存
        """)
  }

  @Test("nothing is wider than the terminal, and all is inert")
  func narrow() {
    var screen = login
    screen.title = String(repeating: "长", count: 60)
    screen.controls[0].value = .string("\u{1B}[31m" + String(repeating: "用户", count: 40))
    screen.alert = AlertState(title: "\u{202E}x", message: String(repeating: "长话", count: 30), buttons: ["\n"])
    let lines = ScreenDrawing(screen, width: 40).lines
    #expect(lines.allSatisfy { $0.displayWidth <= 38 || !$0.hasPrefix("|") && !$0.hasPrefix("+") })
    #expect(lines.allSatisfy { $0.displayWidth <= 40 })
    #expect(lines.allSatisfy { $0.escapedForDisplay == $0 && $0.last != " " })
    #expect(lines[2].hasPrefix(#"name      用户名 [\u{1B}[31m用户"#))
    #expect(lines.contains(#"| \u{202E}x"# + String(repeating: " ", count: 25) + " |"))
    #expect(lines.joined().count { $0 == "话" } == 30)
  }
}
