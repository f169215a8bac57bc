import ViewModels

/// The rows of the last reload, for the version with blocks. A cell keeps its index, so a later tap may affect
/// another row or none (HZ-H18).
struct GoodsTable: InternalViewModel {
  struct Model: ModelType {
    var page = Ref<GoodsBlocks>(InstanceID(0))
    var rows: [Ref<GoodsRow>] = []
  }

  let rows = Field(\.rows)

  var chart: Chart {
    Region("cells") {
      On(rows.sends(\.likeTapped)) { tell($0, .like, $1.index) }
      On(rows.sends(\.article.avatarTapped)) { tell($0, .avatar, $1.index) }
      On(rows.sends(\.article.locationTapped)) { tell($0, .location, $1.index) }
      On(rows.sends(\.article.replyTapped)) { tell($0, .reply, $1.index) }
      State("shown")
    }
  }

  private func tell(_ me: borrowing Me, _ part: GoodsTap.Part, _ index: Int) {
    me[me.page].raise(GoodsBlocks.cellTapped, GoodsTap(part: part, index: index))
  }
}

struct GoodsTap {
  enum Part: String {
    case like, avatar, location, reply
  }

  var part: Part
  var index: Int
}

extension GoodsTap: ValueConvertible {
  var value: Value { .list([.string(part.rawValue), .int(index)]) }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 2, let part = String(parts[0]).flatMap(Part.init),
      let index = Int(parts[1])
    else { return nil }
    self.init(part: part, index: index)
  }

  static var shape: Shape { .any }
}
