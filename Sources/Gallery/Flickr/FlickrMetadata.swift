import ViewModels

struct FlickrMetadata: InternalViewModel {
  struct Model: ModelType {
    var item = Ref<FlickrOriginalItem>(InstanceID(0))
    var favourites: Int?
    var comments: Int?
  }

  static let templateName = "metadata"

  let outcome = FlickrOutcome<Self>()
  let hasBoth = Guard("both numbers are there", reads: \.favourites, \.comments) {
    $0.favourites != nil && $0.comments != nil
  }

  var chart: Chart {
    Region("metadata") {
      State(.executing) {
        On(outcome.favorites) { $0.favourites = Int($1) ?? 0 }
        On(outcome.info) { $0.comments = Int($1) ?? 0 }
        On(outcome.broke, to: .error)
        Always(to: .succeeded, when: hasBoth) { me in
          let item = me[me.item]
          item.favourites = me.favourites
          item.comments = me.comments
        }
      }
      State(.succeeded)
      State(.error)
    }
  }
}
