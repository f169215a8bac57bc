import ViewModels

protocol FlickrPhotoItem: ViewModel where Model: FlickrPhotoModel {
  var title: Field<String> { get }
  var favourites: Field<Int?> { get }
  var comments: Field<Int?> { get }
  var problem: Field<String?> { get }
  var appear: Input<Void> { get }
  var disappear: Input<Void> { get }
  var fetch: Subject<String> { get }
  /// The number that an item's cell shows until the cell gets another item.
  static func shown(_ number: Signal<Int?>, until next: Signal<Weak<Self>?>) -> Signal<Int?>
}

protocol FlickrPhotoModel: ModelType {
  var title: String { get }
  var isVisible: Bool { get }
  var favourites: Int? { get }
  var comments: Int? { get }
  var problem: String? { get }
}

extension FlickrPhotoItem {
  @ScreenParts var row: [ScreenPart] {
    Label(title, "")
    Label(favourites, "favourites")
    Label(comments, "comments")
    Button(appear, "appear")
    Button(disappear, "disappear")
  }

  @Laws var laws: Chart {
    // HZ-J1, HZ-J11
    Invariant("what is seen long enough has its numbers, or says why not", at: .stillness) {
      !$0.isVisible || $0.favourites != nil || $0.problem != nil
    }
    // HZ-J5
    AtMost(1, .sent(fetch), since: .set(problem), "an item is fetched once")
  }
}
