/// A view model: its model, its chart and wiring, and the screen that shows it.
public protocol ViewModel: Sendable {
  /// Its stored properties.
  associatedtype Model: Sendable
  static var definition: Definition<Self> { get }
  /// The simulated view. Only the view model that a machine opens needs one.
  static var screen: Screen { get }
}

extension ViewModel {
  public static var screen: Screen { Screen("") {} }
  static var templateName: String { definition.name }
}
