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
