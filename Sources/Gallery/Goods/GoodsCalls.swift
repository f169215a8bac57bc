import ViewModels

struct GoodsCalls<Owner: ViewModel>: TokenGroup {
  /// The page's number and the answer.
  let goodsAnswered = Event<Value>()
  let goodsFailed = Event<Void>()
  let bannersAnswered = Event<Value>()
  let bannersFailed = Event<Void>()
  let likeAnswered = Event<Ref<GoodsRow>>()
  let likeFailed = Event<Ref<GoodsRow>>()
}

protocol GoodsCaller: ViewModel {
  var calls: GoodsCalls<Self> { get }
}

/// Its page number was fixed when it was made (HZ-H3).
struct GoodsCall<Caller: GoodsCaller>: OneCall {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var page = 1
  }

  let service = GoodsService<Self>()

  var chart: Chart {
    ask(service.requestGoods) {
      $0.page
    } answered: {
      $0[$0.caller].raise(Caller.calls.goodsAnswered, .list([.int($0.page), $1]))
    } failed: { me, _ in
      me[me.caller].raise(Caller.calls.goodsFailed)
    }
  }
}

struct BannerCall<Caller: GoodsCaller>: OneCall {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
  }

  let service = GoodsService<Self>()

  var chart: Chart {
    ask(service.requestBanners) { _ in
      .null
    } answered: {
      $0[$0.caller].raise(Caller.calls.bannersAnswered, $1)
    } failed: { me, _ in
      me[me.caller].raise(Caller.calls.bannersFailed)
    }
  }
}

/// Toggles the row when answered, even if the row is gone.
struct LikeCall<Caller: GoodsCaller>: OneCall {
  struct Model: ModelType {
    var caller = Ref<Caller>(InstanceID(0))
    var row = Ref<GoodsRow>(InstanceID(0))
    var goodsID = ""
  }

  let service = GoodsService<Self>()

  var chart: Chart {
    ask(service.toggleLike) {
      $0.goodsID
    } answered: { me, _ in
      me[me.caller].raise(Caller.calls.likeAnswered, me.row)
    } failed: { me, _ in
      me[me.caller].raise(Caller.calls.likeFailed, me.row)
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
