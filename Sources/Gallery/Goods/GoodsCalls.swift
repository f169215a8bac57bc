import ViewModels

/// How the originals are called back.
struct GoodsCalls<Owner: ViewModel>: TokenGroup {
  /// The page's number and the answer.
  let goodsAnswered = Event<Value>()
  let goodsFailed = Event<Void>()
  let bannersAnswered = Event<Value>()
  let bannersFailed = Event<Void>()
  /// The row.
  let likeAnswered = Event<Ref<GoodsRow>>()
  let likeFailed = Event<Ref<GoodsRow>>()
}

/// An original that asks by calls. The version with blocks handles success alone.
protocol GoodsCaller: TokenViewModel {
  var calls: GoodsCalls<Self> { get }
}

/// One request for a page in the originals; its number was fixed when it was made (HZ-H3).
struct GoodsCall<Caller: GoodsCaller>: InternalViewModel {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var page = 1
  }

  static var templateName: String { "GoodsCall" }

  let service = GoodsService<Self>()

  var chart: Chart {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(service.requestGoods) { $0.page }
        On(service.requestGoods.succeeded, to: "done") {
          $0[$0.caller].raise(Caller.calls.goodsAnswered, .list([.int($0.page), $1]))
        }
        On(service.requestGoods.failed, to: "done") { $0[$0.caller].raise(Caller.calls.goodsFailed) }
        On(service.requestGoods.error, to: "done") { $0[$0.caller].raise(Caller.calls.goodsFailed) }
      }
      State("done")
    }
  }
}

struct BannerCall<Caller: GoodsCaller>: InternalViewModel {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
  }

  static var templateName: String { "BannerCall" }

  let service = GoodsService<Self>()

  var chart: Chart {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(service.requestBanners) { _ in .null }
        On(service.requestBanners.succeeded, to: "done") { $0[$0.caller].raise(Caller.calls.bannersAnswered, $1) }
        On(service.requestBanners.failed, to: "done") { $0[$0.caller].raise(Caller.calls.bannersFailed) }
        On(service.requestBanners.error, to: "done") { $0[$0.caller].raise(Caller.calls.bannersFailed) }
      }
      State("done")
    }
  }
}

/// One like in the originals: it toggles its row when it is answered, whatever has become of the row.
struct LikeCall<Caller: GoodsCaller>: InternalViewModel {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var row = Ref<GoodsRow>(InstanceID(0))
    var goodsID = ""
  }

  static var templateName: String { "LikeCall" }

  let service = GoodsService<Self>()

  var chart: Chart {
    Accepts("trap", at: "call.done", because: "a call answers once")
    Region("call") {
      State("waiting") {
        Invoke(service.toggleLike) { $0.goodsID }
        On(service.toggleLike.succeeded, to: "done") { $0[$0.caller].raise(Caller.calls.likeAnswered, $0.row) }
        On(service.toggleLike.failed, to: "done") { $0[$0.caller].raise(Caller.calls.likeFailed, $0.row) }
        On(service.toggleLike.error, to: "done") { $0[$0.caller].raise(Caller.calls.likeFailed, $0.row) }
      }
      State("done")
    }
  }
}

extension Handle where V: GoodsCaller {
  func callGoods(page: Int) {
    let call = self[make(GoodsCall<V>.self, at: "goodsCall")]
    call.caller = ref
    call.page = page
  }

  func callBanners() { self[make(BannerCall<V>.self, at: "bannerCall")].caller = ref }

  func callLike(_ row: Ref<GoodsRow>) {
    let call = self[make(LikeCall<V>.self, at: "likeCall")]
    call.caller = ref
    call.row = row
    call.goodsID = self[row].goodsId
  }
}
