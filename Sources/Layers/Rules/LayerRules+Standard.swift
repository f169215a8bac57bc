extension LayerRules {
  /// View, controller and view manager, view model, model and service, with the arrows of MVVM: view to view model to
  /// model, and never back.
  package static let standardText = """
    # The layers of MVVM, and what each may know. A type belongs to the layer that the end of its name says, else that of
    # a type which it inherits from or conforms to, else that of its file's name, else its folder. The longest end counts.

    toolkit modules UIKit AppKit SwiftUI WatchKit
    toolkit prefixes UI
    skip Pods Carthage DerivedData

    layer View
      ends View Cell
      folders View Views
      uses View ViewModel
      protocols ViewManager Controller
      toolkit

    layer ViewManager
      ends ViewManager
      folders ViewManager ViewManagers
      uses View ViewManager Model
      protocols Controller
      toolkit

    layer Controller
      ends Controller
      folders Controller Controllers ViewController ViewControllers
      uses View ViewManager Controller ViewModel
      toolkit

    layer ViewModel
      ends ViewModel ViewModelProtocol
      folders ViewModel ViewModels
      uses ViewModel Model
      protocols Service

    layer Service
      ends Service Services ServicesImpl ServiceImpl
      folders Service Services
      uses Service Model
      protocols ViewModel

    layer Model
      ends Model
      folders Model Models
      uses Model

    """

  /// The rules of ``standardText``.
  package static var standard: LayerRules {
    do {
      return try LayerRules(parsing: standardText)
    } catch {
      preconditionFailure("the standard rules cannot be read: \(error.place): \(error.sentence)")
    }
  }
}
