import ViewModels

/// What a row of the list says of an article; all of it is computed once, when the row is made.
extension Goods {
  /// What is missing prints as the originals print it.
  private static let missing = "(null)"

  var userIDText: String { "用户ID:" + (userID ?? Self.missing) }
  var numberText: String { "数量 " + (number ?? Self.missing) }

  var freightExplain: String? {
    switch expressType {
    case 0: "包邮"
    case 1: "运费 \u{A5}" + (expressFee ?? Self.missing)
    case 2: "运费待议"
    default: nil
    }
  }

  /// Nothing for what costs nothing.
  var priceText: String? {
    guard let price, price.amount > 1e-6 else { return nil }
    return "\u{FFE5}" + price
  }

  var oldPriceText: String? {
    guard let oldPrice, oldPrice.amount > 1e-7 else { return nil }
    return "原价" + oldPrice
  }

  /// The title behind the badge of what is new: every `isNew` but 0 counts (HZ-H14).
  var titleText: String? {
    guard isNew == 0 else { return " " + (title ?? "") }
    return title?.isEmpty ?? true ? nil : title
  }

  /// The row's height in points: the description takes one line or two.
  var rowHeight: Double { 264 + Double(descriptionLines) * 17 }

  /// A line holds so many columns of 14-point text; a wide character takes two.
  private var descriptionLines: Int {
    let columns = (description ?? "").unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
    return columns > 46 ? 2 : 1
  }
}

extension String {
  /// The number that a text is; 0 when it is none.
  fileprivate var amount: Double { Double(self) ?? 0 }
}
