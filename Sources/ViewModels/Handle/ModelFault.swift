import Statecharts

enum ModelFault {
  case instanceGone(of: String)
  case childGone(Name)
  case noField(of: String)
  case noAnswerer(Name)
  case unfittingPayload(event: Name)
  case unfittingElement(wanted: String)
  case misfit(CaptureMisfit)
  case untitledPage(Name)
  case unknownPage
}

extension ModelFault {
  var reason: String {
    switch self {
    case .instanceGone(let type): "an instance of \(type) was used after it was gone"
    case .childGone(let name): "the child '\(name)' is gone"
    case .noField(let type):
      "\(type) has no field for the property that is set; "
        + "set a shared property by its token: set(page, to: 2)"
    case .noAnswerer(let name): "'\(name)' is not an answer to a service of this machine"
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
