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
    // Two blanks stand in front of all talk, and a bar and a blank in a transcript.
    #expect(lines.allSatisfy { $0.displayWidth <= 38 })
    #expect(lines.allSatisfy { $0.escapedForDisplay == $0 && $0.last != " " })
    #expect(lines[2].hasPrefix(#"name      用户名 [\u{1B}[31m用户"#))
    #expect(lines.contains(#"| \u{202E}x"# + String(repeating: " ", count: 25) + " |"))
    #expect(lines.joined().count { $0 == "话" } == 30)
  }
}

@Suite("A list on the screen")
struct RowsDrawingTests {
  private func list(_ count: Int) -> ControlState {
    let rows = (0..<count).map { row in
      [
        ControlState(name: "title", kind: .label, label: "", value: .string(row == 1 ? "苹果" : "x"), isEnabled: true)
      ] + (row == 1 ? [ControlState(name: "isNew", kind: .badge, label: "新", value: .null, isEnabled: true)] : [])
        + [ControlState(name: "like", kind: .button, label: "收藏", value: .null, isEnabled: row != 0)]
    }
    return ControlState(name: "items", kind: .list, label: "商品", value: .int(count), isEnabled: true, rows: rows)
  }

  private func drawn(_ control: ControlState, page: Int = 1, width: Int = 80) -> String {
    let screen = ScreenState(pages: ["goods"], title: "", controls: [control])
    return ScreenDrawing(screen, page: page, width: width).lines.joined(separator: "\n")
  }

  @Test("rows stand in columns under the names of their controls")
  func columns() {
    #expect(
      drawn(list(3)) == """
        goods
        items  商品 3 rows
               title  isNew  like
          [0]  x             ( 收藏 ) disabled
          [1]  苹果   <新>   ( 收藏 )
          [2]  x             ( 收藏 )
        """)
  }

  @Test("columns that do not fit stand below the others, with the rows' numbers again")
  func folded() {
    #expect(
      drawn(list(2), width: 24) == """
        goods
        items  商品 2 rows
               title  isNew
          [0]  x
          [1]  苹果   <新>
               like
          [0]  ( 收藏 ) dis...
          [1]  ( 收藏 )
        """)
  }

  @Test("a long list is shown ten rows at a time, and says how to see more")
  func pages() {
    let lines = drawn(list(400)).split(separator: "\n")
    #expect(lines.count == 14)
    #expect(lines.last == "  rows 0..<10 of 400; 'screen 2' shows more")
    #expect(drawn(list(400), page: 40).hasSuffix("  rows 390..<400 of 400"))
    #expect(drawn(list(400), page: 1_000) == drawn(list(400), page: 40))
  }

  @Test("an empty list has no columns")
  func empty() {
    #expect(drawn(list(0)) == "goods\nitems  商品 0 rows")
  }

  @Test("a refresh control says whether it turns, a banner counts its pictures")
  func others() {
    let refresh = ControlState(name: "pullUp", kind: .refresh, label: "上拉加载", value: true, isEnabled: true)
    #expect(drawn(refresh) == "goods\npullUp  ( 上拉加载 )  refreshing")
    let banner = ControlState(name: "banners", kind: .banner, label: "", value: ["a.png", ""], isEnabled: true)
    #expect(drawn(banner) == "goods\nbanners  2 pictures\n  [0]  a.png\n  [1]")
  }
}
