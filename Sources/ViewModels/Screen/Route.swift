import Statecharts

/// What the view shows when a subject sends, or while a field is true.
package struct Route: Sendable {
  enum Kind: Sendable {
    case push(Page)
    /// A page for each element of a list, or one for any other value.
    case pushEach
    case pushTitled(Name)
    case pushModel(title: Name)
    case pop
    case popToRoot
    case alert(title: String, buttons: [AlertButton])
    case tip
    case endEditing
    case hud(String, covers: Bool)

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
  var only: Value?
  /// Whether it shows what a field holds: an alert or pages as long as there is something, and nothing for `nil`,
  /// `false`, an empty text and an empty list. The view takes that out of the field when it goes.
  var isOfField = false

  /// Whether it listens to a field.
  var followsField: Bool {
    if case .hud = kind { true } else { isOfField }
  }
}

package struct AlertButton: Sendable {
  package let title: String
  let input: Name?
}

/// A page; its view model, if any, is in the machine's `pages`.
public struct Page: Hashable, Sendable {
  /// The name in traces and transcripts: `push thanks`.
  public let name: Name
  /// The page's title.
  public let title: String

  /// Makes a page.
  public init(_ name: Name, title: String) {
    self.name = name
    self.title = title
  }
}

/// The view model of a page.
public struct PageModel: Sendable {
  let model: @Sendable () -> (page: MachinePage, templates: [DefinedTemplate])

  /// Each push makes an instance, which goes when the page is left.
  public init<V: ViewModel>(_ page: Name, _ type: V.Type) {
    model = { (MachinePage(page, template: V.definition.name, V.screen), V.definition.templates) }
  }
}

package struct MachinePage: Sendable {
  let page: Name
  let template: Name
  let screen: Screen
  /// Whether it has visible parts; else its inputs are sent directly.
  var hasScreen: Bool { screen.parts.contains(where: \.isOfView) }

  package init(_ page: Name, template: Name, _ screen: Screen? = nil) {
    self.page = page
    self.template = template
    self.screen = screen ?? Screen(page.text) {}
  }
}
