import Statecharts

enum Refusal: Error, Hashable, Sendable {
  enum Cover: Hashable, Sendable {
    case alert(title: String)
    case hud(String)
  }

  case crashed(fault: String)
  case covered(Cover)
  case unknownControl
  case notOnPage(String)
  case noRow(list: String? = nil, count: Int = 0)
  case disabled(field: Name, isFalse: Bool)
  case hidden(field: Name)
  case noTextField(String)
  case noButton(String)
  case needsOffset(String)
  case needsPicture(String)
  case needsRow(String)
  case isEdited
  case nothingIsEdited
  case nothingIsComposed
  case compositionEnded(String)
  case composesNoSecret
  case noAlert
  case unknownButton(String, among: [String])
  case firstPage
  case unknownInput
  case closedPage
  case unknownField
  case computedField
  case readOnlyField
  case outOfOrder(after: String)
  case referenceField
  case misfit(Misfit)
  case noRequest
  case unknownService
  case nothingDue
  case beyondTime
  case noWork
}

extension Refusal {
  var reason: String {
    switch self {
    case .crashed(let fault): "the model crashed: \(fault)"
    case .covered(.alert(let title)): "covered by the alert '\(title)'"
    case .covered(.hud(let text)): "covered by the HUD '\(text)'"
    case .unknownControl: "this variant has no such control"
    case .notOnPage(let page): "not on the page \(page)"
    case .noRow(nil, _): "there is no such row"
    case .noRow(let list?, let count): "there is no such row, '\(list)' has \(count == 0 ? "none" : "\(count)")"
    case .disabled(let field, let isFalse): "disabled, \(field) is \(isFalse ? "false" : "not set")"
    case .hidden(let field): "hidden, \(field) is true"
    case .noTextField(let name): "'\(name)' is not a text field"
    case .noButton(let name): "'\(name)' is not a button"
    case .needsOffset(let name): "'\(name)' needs an offset: tap \(name) 120"
    case .needsPicture(let name): "which picture? tap \(name)[0]"
    case .needsRow(let name): "which row? tap \(name)[0]"
    case .isEdited: "it is already being edited"
    case .nothingIsEdited: "no text field is being edited; use 'focus CONTROL' first"
    case .nothingIsComposed: "no text is being composed; use 'compose CONTROL TEXT' first"
    case .compositionEnded(let name): "the composition ended when the text of '\(name)' was set"
    case .composesNoSecret: "an input method cannot compose text in a secure field"
    case .noAlert: "no alert is shown"
    case .unknownButton(let name, let buttons):
      "the alert has no button '\(name)', only \(buttons.map { "'\($0)'" }.joined(separator: ", "))"
    case .firstPage: "this is the first page"
    case .unknownInput: "this variant has no such input"
    case .closedPage: "its page is not open"
    case .unknownField: "this variant has no such field"
    case .computedField: "it is computed from other fields"
    case .readOnlyField: "only the object itself sets it"
    case .referenceField: "it refers to an instance; assign the fields of that instance"
    case .misfit(let misfit): misfit.reason
    case .noRequest: "no such request is open; an ended request accepts an answer only if its service is 'late'"
    case .unknownService: "this variant has no such service"
    case .nothingDue: "nothing is due"
    case .beyondTime: "beyond the end of virtual time"
    case .outOfOrder(let first):
      "the main actor runs its jobs in the order in which they were enqueued, '\(first)' first"
    case .noWork: "no such work is waiting"
    }
  }
}
