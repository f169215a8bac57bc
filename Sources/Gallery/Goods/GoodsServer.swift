import ViewModels

/// What the version with signals hears of its server: every answer, as a signal.
enum GoodsServer: ViewModel {
  /// What a request that did not go well sends.
  static let failure: Value = "failed"

  struct Model: Sendable { var page = Ref<GoodsSignals>(InstanceID(0)) }

  static let page = Field("page", \Model.page)
  /// The page's number, and what there is of it.
  static let goods = Subject<Value>("goods")
  static let banners = Subject<Value>("banners")
  /// The row, and whether it went well.
  static let likes = Subject<Value>("likes")

  static let definition = Definition<GoodsServer>(
    Model(), fields: [page], subjects: [goods, banners, likes], isView: true
  ) {}
}
