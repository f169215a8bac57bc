import ViewModels

struct GoodsTexts {
  enum Style {
    case asWritten
    case mended
  }

  let goods: Goods
  let style: Style
  /// The answer's date in Unix seconds, so that texts do not depend on the clock. Without it, only dates are shown.
  let now: Int?

  init(_ goods: Goods, of page: GoodsPage, _ style: Style) {
    (self.goods, self.style, now) = (goods, style, page.date)
  }

  var userID: String? { labelled("用户ID:", goods.userID) }
  var number: String? { labelled("数量 ", goods.number) }

  var freight: String? {
    switch goods.expressType {
    case 0: "包邮"
    case 1: labelled("运费 \u{A5}", goods.expressFee)
    case 2: "运费待议"
    default: nil
    }
  }

  var price: String? {
    guard let price = goods.price, price.floatValue > 1e-6 else { return nil }
    return "\u{FFE5}" + price
  }

  var oldPrice: String? {
    guard let price = goods.oldPrice, price.floatValue > 1e-7 else { return nil }
    return "原价" + price
  }

  /// As written, every `isNew` but 0 counts (HZ-H14).
  var isBrandNew: Bool { style == .asWritten ? goods.isNew != 0 : goods.isNew == 1 }

  /// Indented for the badge.
  var title: String? {
    let title = goods.title ?? ""
    if isBrandNew { return " " + title }
    return title.isEmpty ? nil : title
  }

  /// As written, the number 0 becomes an address (HZ-H15).
  var avatar: String? { style == .mended && goods.avatar == "0" ? nil : goods.avatar }

  var publishTime: String? {
    guard let editAt = goods.editAt else { return nil }
    guard let now else { return GoodsTime.date(editAt) }
    return style == .asWritten ? GoodsTime.asWritten(editAt, now: now) : GoodsTime.told(editAt, now: now)
  }

  var isOfOtherYear: Bool {
    guard let editAt = goods.editAt, let now else { return false }
    return GoodsTime.isOfOtherYear(editAt, now: now)
  }

  var rowHeight: Double { GoodsScroll.rowHeight + (takesTwoLines ? GoodsScroll.lineHeight : 0) }

  /// 46 columns; a wide character takes two.
  private var takesTwoLines: Bool {
    let scalars = (goods.description ?? "").unicodeScalars
    return scalars.contains("\n") || scalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) } > 46
  }

  private func labelled(_ label: String, _ text: String?) -> String? {
    text.map { label + $0 } ?? (style == .asWritten ? label + "(null)" : nil)
  }
}
