import Statecharts

/// Why a view model's turn ends as a fault, beside what its own code says (`Handle.crash`) and what the kernel refuses.
enum ModelFault {
  /// An instance of a view model was used, which is no more.
  case instanceGone(of: String)
  case childGone(Name)
  /// A property was set that no field of the view model is over.
  case noField(of: String)
  case noAnswerer(Name)
  /// An event came with what its input does not take.
  case unfittingPayload(event: Name)
  /// A signal sent what its subscriber does not take.
  case unfittingElement(wanted: String)
  case misfit(CaptureMisfit)
  case untitledPage(Name)
  case unknownPage
}

extension ModelFault {
  /// What a person is told behind `crash`.
  var reason: String {
    switch self {
    case .instanceGone(let type): "an instance of \(type) was used after it was gone"
    case .childGone(let name): "the child '\(name)' is gone"
    case .noField(let type):
      "\(type) has no field for the property that is set; "
        + "set a shared property by its token: set(page, to: 2)"
    case .noAnswerer(let name): "'\(name)' answers no service of this machine"
    case .unfittingPayload(let name): "'\(name)' came with a payload that does not fit"
    case .unfittingElement(let type): "a signal sent a value that is not of type \(type)"
    case .misfit(let misfit): "\(misfit)"
    case .untitledPage(let name): "page '\(name)' was pushed without a title"
    case .unknownPage: "an unknown ViewModel was pushed!"
    }
  }
}

extension TurnContext {
  func fault(_ why: ModelFault) { fault(why.reason) }
}
