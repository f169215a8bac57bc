import ViewModels

/// The pages that a tap on the goods' page leads to, each by the title that it shows, and the way out.
struct GoodsPages<Owner: ViewModel>: TokenGroup {
  let logoutAsked = Subject<Void>()
  let loggedOut = Subject<Void>()
  let profile = Subject<String?>()
  let location = Subject<String?>()
  let replies = Subject<String?>()
  let detail = Subject<String?>()
  let web = Subject<String?>()
}
