import Testing

/// The vectors of SEEDS I.5 that sources can show.
struct VectorTests {
  static let types = """
    struct HomeView {}
    final class HomeController {}
    final class HomeViewModel {}
    final class OtherViewModel {}
    struct GoodsModel {}
    protocol FlickrServices {}
    final class FlickrServicesImpl: FlickrServices { var page: HomeView? }
    final class HomeViewManager {}
    protocol HomeControllerEvents {}

    """

  static let allowed: [(id: String, text: String)] = [
    ("I1", "extension HomeView { var model: HomeViewModel }"),
    ("I3", "extension HomeViewModel { var goods: GoodsModel }"),
    ("I7", "extension HomeViewModel { var child: OtherViewModel }"),
    ("I9 services protocol", "extension HomeViewModel { var services: FlickrServices }"),
    ("I14 signal", "extension HomeViewModel { var changed: (String) -> Void }"),
    ("view manager to view", "extension HomeViewManager { var view: HomeView; func show(_ goods: GoodsModel) {} }"),
    (
      "controller to all of its own",
      "extension HomeController { var a: HomeView; var b: HomeViewManager; var c: HomeViewModel }"
    ),
  ]

  @Test(
    "I: a services protocol that pushes any view model of a protocol of theirs is no finding, nor is who implements it")
  func pushedViewModels() {
    let text = """
      protocol PushableViewModel {}
      protocol NavigationServices { func push(_ viewModel: any PushableViewModel) }
      final class NavigationServicesImpl: NavigationServices { func push(_ viewModel: any PushableViewModel) {} }
      final class SearchViewModel: PushableViewModel {
        let services: any NavigationServices
        func go() { services.push(ResultsViewModel()) }
      }
      final class ResultsViewModel: PushableViewModel {}
      """
    #expect(findings(text) == [])
    let concrete = "protocol NavigationServices { func push(_ model: ResultsViewModel) }\nclass ResultsViewModel {}"
    #expect(
      findings(concrete) == [
        "f.swift:1:50: Service 'NavigationServices' refers to ViewModel 'ResultsViewModel'; a protocol is enough"
      ])
  }

  static let forbidden: [(id: String, text: String, sentence: String)] = [
    ("I2", "extension HomeViewModel { var view: HomeView }", "ViewModel 'HomeViewModel' refers to View 'HomeView'"),
    (
      "I4", "extension GoodsModel { var owner: HomeViewModel }",
      "Model 'GoodsModel' refers to ViewModel 'HomeViewModel'"
    ),
    ("I5", "extension HomeView { var goods: GoodsModel }", "View 'HomeView' refers to Model 'GoodsModel'"),
    (
      "I6", "extension HomeController { var goods: GoodsModel }",
      "Controller 'HomeController' refers to Model 'GoodsModel'"
    ),
    (
      "I8", "extension HomeViewModel { var style: UITableViewStyle }",
      "ViewModel 'HomeViewModel' refers to 'UITableViewStyle' of the user interface's toolkit"
    ),
    (
      "I9 adapter", "extension HomeViewModel { var services: FlickrServicesImpl }",
      "ViewModel 'HomeViewModel' refers to Service 'FlickrServicesImpl'; a protocol is enough"
    ),
    (
      "I14", "extension HomeViewModel { func done() { HomeController.shared.refresh() } }",
      "ViewModel 'HomeViewModel' refers to Controller 'HomeController'"
    ),
    (
      "view to controller", "extension HomeView { var c: HomeController }",
      "View 'HomeView' refers to Controller 'HomeController'; a protocol is enough"
    ),
    (
      "view manager pushes", "extension HomeViewManager { func go() { push(HomeController()) } }",
      "ViewManager 'HomeViewManager' refers to Controller 'HomeController'; a protocol is enough"
    ),
  ]

  /// The fixture's own adapter, which stands outside of the view models, refers to a view.
  private static let own = "f.swift:7:60: Service 'FlickrServicesImpl' refers to View 'HomeView'"

  @Test("I: an allowed reference is no finding", arguments: allowed.indices)
  func holds(_ index: Int) {
    #expect(findings(Self.types + Self.allowed[index].text) == [Self.own], "\(Self.allowed[index].id)")
  }

  @Test("I: a forbidden reference is told with both layers", arguments: forbidden.indices)
  func differs(_ index: Int) {
    let (id, text, sentence) = Self.forbidden[index]
    let found = findings(Self.types + text).filter { $0 != Self.own && !$0.contains("a cycle") }
    #expect(found.count == 1, "\(id): \(found)")
    #expect(found.first?.hasPrefix("f.swift:10:") ?? false)
    #expect(found.first?.hasSuffix(": " + sentence) ?? false, "\(id): \(found)")
  }

  @Test("I8: an import of the toolkit is told once, with a type of the file")
  func imports() {
    let text =
      "import Foundation\n@preconcurrency import UIKit\nimport class SwiftUI.Text\nclass AViewModel {}\nclass BViewModel {}\n"
    #expect(
      findings(text) == [
        "f.swift:2:24: ViewModel 'AViewModel' imports 'UIKit', the user interface's toolkit",
        "f.swift:3:14: ViewModel 'AViewModel' imports 'SwiftUI', the user interface's toolkit",
      ])
    #expect(findings("import UIKit\nclass AView: UIView {}\nimport UIKit.UIGestureRecognizerSubclass\n") == [])
  }

  @Test("I13: what the known sources do wrong is found, paraphrased in Swift")
  func knownViolations() {
    let goods = [
      "SUGoodsItemViewModel.swift":
        "class SUGoodsItemViewModel {\n  let goods: SUGoodsModel\n  let width = UIScreen.main.bounds.width\n  var font: UIFont\n}",
      "SUGoodsModel.swift": "class SUGoodsModel { var title = \"\" }",
      "SUTableViewModel1.swift": "class SUTableViewModel { var style: UITableViewStyle }",
      "SULoginViewModel1.swift": "class SULoginViewModel1ViewModel { let account = AppDelegate.shared.account }",
      "AppDelegate.swift": "class AppDelegate { static let shared = AppDelegate(); var root: SUGoodsController? }",
      "SUGoodsController.swift":
        "class SUGoodsController {\n  func show(_ viewModel: SUGoodsItemViewModel) { title = viewModel.goods.title }\n}",
      "SUGoodsCell.swift":
        "class SUGoodsCell {\n  var viewModel: SUGoodsItemViewModel?\n  func f() { g(viewModel?.goods) }\n}",
      "HomePageTableViewCell.swift": "class HomePageTableViewCell { var model: HomePageModel? }",
      "HomePageModel.swift": "struct HomePageModel {}",
      "UserController.swift":
        "class UserController {\n  let viewModel: UserViewModel\n  func bind() { field.bind(viewModel.user.name) }\n}",
      "UserViewModel.swift": "class UserViewModel { var user: UserModel }",
      "UserModel.swift": "struct UserModel { var name = \"\" }",
      "ViewModelProtocol.swift": "import UIKit\nprotocol ViewModelProtocol { func bind(_ c: UIViewController) }",
      "ShopViewManager.swift": "class ShopViewManager { func push() { nav.push(SUGoodsController()) } }",
    ]
    #expect(
      findings(goods) == [
        "HomePageTableViewCell.swift:1:42: View 'HomePageTableViewCell' refers to Model 'HomePageModel'",
        "SUGoodsCell.swift:3:27: View 'SUGoodsCell' reads 'goods' of ViewModel 'SUGoodsItemViewModel', which is the Model 'SUGoodsModel'",
        "SUGoodsController.swift:2:68: Controller 'SUGoodsController' reads 'goods' of ViewModel 'SUGoodsItemViewModel', which is the Model 'SUGoodsModel'",
        "SUGoodsItemViewModel.swift:3:15: ViewModel 'SUGoodsItemViewModel' refers to 'UIScreen' of the user interface's toolkit",
        "SUGoodsItemViewModel.swift:4:13: ViewModel 'SUGoodsItemViewModel' refers to 'UIFont' of the user interface's toolkit",
        "SULoginViewModel1.swift:1:50: ViewModel 'SULoginViewModel1ViewModel' refers to Controller 'SUGoodsController' by way of 'AppDelegate'",
        "SUTableViewModel1.swift:1:37: ViewModel 'SUTableViewModel' refers to 'UITableViewStyle' of the user interface's toolkit",
        "ShopViewManager.swift:1:48: ViewManager 'ShopViewManager' refers to Controller 'SUGoodsController'; a protocol is enough",
        "UserController.swift:3:38: Controller 'UserController' reads 'user' of ViewModel 'UserViewModel', which is the Model 'UserModel'",
        "ViewModelProtocol.swift:1:8: ViewModel 'ViewModelProtocol' imports 'UIKit', the user interface's toolkit",
        "ViewModelProtocol.swift:2:45: ViewModel 'ViewModelProtocol' refers to 'UIViewController' of the user interface's toolkit",
      ])
  }
}
