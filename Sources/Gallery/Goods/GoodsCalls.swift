import ViewModels

/// One request for a page in the originals; its number was fixed when it was made (HZ-H3). Only success is handled.
enum GoodsCall: ViewModel {
  struct Model: Sendable {
    var caller = Value.null
    var page = 1
  }

  static let caller = Field("caller", \Model.caller)
  static let page = Field("page", \Model.page)
  /// What the caller is sent: the page's number and the answer.
  static let answered = Input<Value>("goodsAnswered")
  /// What only the version with signals takes.
  static let failed = Input<Value>("goodsFailed")

  static let definition = Definition<GoodsCall>(Model(), fields: [caller, page], isView: true) {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(GoodsService.requestGoods) { $0.page }
        On(GoodsService.requestGoods.succeeded, to: "done") { me, answer in
          me.answer(answered, .list([.int(me[page]), answer]), to: me[caller])
        }
        On(GoodsService.requestGoods.failed, to: "done") { me, _ in me.answer(failed, .null, to: me[caller]) }
        On(GoodsService.requestGoods.error, to: "done") { me, _ in me.answer(failed, .null, to: me[caller]) }
      }
      State("done")
    }
  }
}

enum BannerCall: ViewModel {
  struct Model: Sendable { var caller = Value.null }

  static let caller = Field("caller", \Model.caller)
  static let answered = Input<Value>("bannersAnswered")
  static let failed = Input<Value>("bannersFailed")

  static let definition = Definition<BannerCall>(Model(), fields: [caller], isView: true) {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(GoodsService.requestBanners) { _ in .null }
        On(GoodsService.requestBanners.succeeded, to: "done") { me, answer in
          me.answer(answered, answer, to: me[caller])
        }
        On(GoodsService.requestBanners.failed, to: "done") { me, _ in me.answer(failed, .null, to: me[caller]) }
        On(GoodsService.requestBanners.error, to: "done") { me, _ in me.answer(failed, .null, to: me[caller]) }
      }
      State("done")
    }
  }
}

/// One like in the originals: it toggles its row when it is answered, whatever has become of the row.
enum LikeCall: ViewModel {
  struct Model: Sendable {
    var caller = Value.null
    var row = Value.null
    var goodsID = ""
  }

  static let caller = Field("caller", \Model.caller)
  static let row = Field("row", \Model.row)
  static let goodsID = Field("goodsID", \Model.goodsID)
  /// What the caller is sent: the row.
  static let answered = Input<Value>("likeAnswered")
  static let failed = Input<Value>("likeFailed")

  static let definition = Definition<LikeCall>(Model(), fields: [caller, row, goodsID], isView: true) {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(GoodsService.toggleLike) { $0.goodsID }
        On(GoodsService.toggleLike.succeeded, to: "done") { me, _ in me.answer(answered, me[row], to: me[caller]) }
        On(GoodsService.toggleLike.failed, to: "done") { me, _ in me.answer(failed, me[row], to: me[caller]) }
        On(GoodsService.toggleLike.error, to: "done") { me, _ in me.answer(failed, me[row], to: me[caller]) }
      }
      State("done")
    }
  }
}

extension Handle {
  func callGoods(page: Int) {
    let call = make(GoodsCall.self, at: "goodsCall")
    self[call, GoodsCall.caller] = me.value
    self[call, GoodsCall.page] = page
  }

  func callBanners() { self[make(BannerCall.self, at: "bannerCall"), BannerCall.caller] = me.value }

  func callLike<Row: ViewModel>(_ row: Ref<Row>) where Row.Model == GoodsItem.Model {
    let call = make(LikeCall.self, at: "likeCall")
    self[call, LikeCall.caller] = me.value
    self[call, LikeCall.row] = row.value
    self[call, LikeCall.goodsID] = self[row, GoodsItem.goodsId]
  }
}

extension Handle {
  /// Calls back whoever asked.
  fileprivate func answer<T: ValueConvertible>(_ input: Input<T>, _ value: T, to caller: Value) {
    guard case .reference(let id) = caller else { return }
    turn.raise(input.name, value.value, for: id)
  }
}
