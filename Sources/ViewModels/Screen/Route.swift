import Statecharts

/// What the view shows when a subject sends, or while a field is true.
package struct Route: Sendable {
  enum Kind: Sendable {
    case push(Page)
    /// A page for each element of a list, or one for any other value.
    case pushEach
    /// A page whose title is what the subject sends.
    case pushTitled(Name)
    /// The page of the view model that the subject sends.
    case pushModel(title: Name)
    /// The top page goes.
    case pop
    case popToRoot
    case alert(title: String, buttons: [AlertButton])
    case tip
    /// The keyboard goes.
    case endEditing
    case hud(String, covers: Bool)

    /// The name of the page that it shows; nil for one that its view model names, and for what is no page.
    var pushedPage: Name? {
      switch self {
      case .push(let page): page.name
      case .pushTitled(let name): name
      case .pushEach, .pushModel, .pop, .popToRoot, .alert, .tip, .endEditing, .hud: nil
      }
    }
  }

  /// What it listens to: a subject, or a field.
  let source: Bound
  let kind: Kind
  /// The one value that it is for; `nil` is any.
  var only: Value?
  /// Whether it shows what a field holds: an alert or pages as long as there is something, and nothing for `nil`, `false`, an empty
  /// text and an empty list. The view takes that out of the field when it goes.
  var isOfField = false

  /// Whether it listens to a field.
  var followsField: Bool {
    if case .hud = kind { true } else { isOfField }
  }
}

/// A button of an alert.
package struct AlertButton: Sendable {
  package let title: String
  /// What is called when it was pressed.
  let input: Name?

  init(_ title: String, input: Name?) {
    self.title = title
    self.input = input
  }
}

/// A page without a view model of its own, unless the machine says which one stands behind it.
public struct Page: Hashable, Sendable {
  /// What traces and transcripts call it: `push thanks`.
  public let name: Name
  /// What its bar says.
  public let title: String

  /// Makes a page.
  ///
  /// - Parameter name: What traces and transcripts call it.
  public init(_ name: Name, title: String) {
    self.name = name
    self.title = title
  }
}

/// The view model that stands behind a page of a machine.
public struct PageModel: Sendable {
  /// The page, and the templates that its view model needs; made when a machine is used, since before nothing of the view
  /// model is.
  let model: @Sendable () -> (page: MachinePage, templates: [DefinedTemplate])

  /// Makes an entry: each push of the page makes an instance of the view model, which goes when the page is left.
  public init<V: ViewModel>(_ page: Name, _ type: V.Type) {
    model = { (MachinePage(page, template: V.definition.name, V.screen), V.definition.templates) }
  }
}

/// A page of a machine, with the screen and the name of the template behind it.
package struct MachinePage: Sendable {
  let page: Name
  let template: Name
  let screen: Screen
  /// Whether something of it can be seen. One without offers its inputs to be sent.
  var hasScreen: Bool { screen.parts.contains(where: \.isOfView) }

  package init(_ page: Name, template: Name, _ screen: Screen? = nil) {
    self.page = page
    self.template = template
    self.screen = screen ?? Screen(page.text) {}
  }
}
