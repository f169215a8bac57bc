import ViewModels

/// The latest of both numbers, once each has come; an error of either ends it.
enum FlickrMetadata: ViewModel {
  struct Model: Sendable {
    var item = Ref<FlickrOriginalItem>(InstanceID(0))
    var favourites: Int?
    var comments: Int?
  }

  static let item = Field("item", \Model.item)
  static let favourites = Field("favourites", \Model.favourites)
  static let comments = Field("comments", \Model.comments)
  static let favouritesAnswered = Input<Value>("answered.favorites")
  static let commentsAnswered = Input<Value>("answered.info")
  static let broke = Input<String>("broke")
  static let hasBoth = Guard<Model>("both numbers are there", reads: [favourites, comments]) {
    $0.favourites != nil && $0.comments != nil
  }

  static let definition = Definition<FlickrMetadata>(
    Model(), name: "metadata", fields: [item, favourites, comments], isView: true
  ) {
    Region("metadata") {
      State(.executing) {
        On(favouritesAnswered) { $0[favourites] = Int($1) ?? 0 }
        On(commentsAnswered) { $0[comments] = Int($1) ?? 0 }
        On(broke, to: .error)
        Always(to: .succeeded, when: hasBoth) { me in
          me[me[item], FlickrOriginalItem.favourites] = me[favourites]
          me[me[item], FlickrOriginalItem.comments] = me[comments]
        }
      }
      State(.succeeded)
      State(.error)
    }
  }
}
