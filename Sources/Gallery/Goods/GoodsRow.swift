import ViewModels

/// A row of the originals: the same texts as the fixed one's, with everything that one taps told to the controller.
enum GoodsRow: ViewModel {
  typealias Model = GoodsItem.Model

  static let likeTapped = Subject<Void>("likeTapped")

  static let definition = Definition<GoodsRow>(
    Model(), fields: GoodsItem.fields,
    inputs: [GoodsItem.like, GoodsItem.avatarTap, GoodsItem.locationTap, GoodsItem.replyTap, GoodsItem.picturesTap],
    subjects: [likeTapped, GoodsItem.avatarTapped, GoodsItem.locationTapped, GoodsItem.replyTapped],
    properties: [.likesAreNeverNegative]
  ) {
    Region("cell") {
      On(GoodsItem.like) { me, _ in me.emit(likeTapped) }
      On(GoodsItem.avatarTap) { me, _ in me.emit(GoodsItem.avatarTapped) }
      On(GoodsItem.locationTap) { me, _ in me.emit(GoodsItem.locationTapped) }
      On(GoodsItem.replyTap) { me, _ in me.emit(GoodsItem.replyTapped) }
      On(GoodsItem.picturesTap) { _, _ in }
      State("shown")
    }
  }
}
