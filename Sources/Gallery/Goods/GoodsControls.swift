import ViewModels

/// What one may do on the goods' page.
struct GoodsControls<Owner: ViewModel>: TokenGroup {
  let pullDown = Input()
  let pullUp = Input()
  let scrolled = Input<Double>()
  let scrollToTop = Input()
  let search = Input()
  let logout = Input()
  let select = Input<Int>()
  let selectBanner = Input<Int>()
}

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
