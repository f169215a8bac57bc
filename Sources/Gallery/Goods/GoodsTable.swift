import ViewModels

/// The table of the version with blocks: the rows that it shows, which are those of its last reload.
///
/// A cell knows the index that it had when it was dequeued. While the list is another one than the table shows, what is
/// tapped in the cell is done to whatever stands there by then, if anything does (HZ-H18).
enum GoodsTable: ViewModel {
  /// What can be tapped in a cell.
  enum Tap: String, CaseIterable {
    case like
    case avatar
    case location
    case reply
  }

  struct Model: Sendable {
    var page = Ref<GoodsBlocks>(InstanceID(0))
    var rows: [Ref<GoodsRow>] = []
  }

  static let page = Field("page", \Model.page)
  static let rows = Field("rows", \Model.rows)

  static let definition = Definition<GoodsTable>(Model(), fields: [page, rows], isView: true) {
    Uses(GoodsRow.self)
    Region("cells") {
      On(rows.sends(GoodsRow.likeTapped)) { me, from in me.tell(.like, from.index) }
      On(rows.sends(GoodsItem.avatarTapped)) { me, from in me.tell(.avatar, from.index) }
      On(rows.sends(GoodsItem.locationTapped)) { me, from in me.tell(.location, from.index) }
      On(rows.sends(GoodsItem.replyTapped)) { me, from in me.tell(.reply, from.index) }
      State("shown")
    }
  }
}

extension Handle where V == GoodsTable {
  fileprivate func tell(_ tap: GoodsTable.Tap, _ index: Int) {
    raise(GoodsBlocks.cellTapped, .list([.string(tap.rawValue), .int(index)]), for: self[GoodsTable.page])
  }
}
