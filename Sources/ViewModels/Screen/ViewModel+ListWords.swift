/// The words for what scrolls: rows, pictures, and what loads more.
extension ViewModel {
  /// Rows that are view models of their own: `items[3]`.
  ///
  /// - Parameters:
  ///   - select: The input that is given the index of the row that was tapped.
  ///   - view: The path of the instance that holds the rows; the view model's own without one.
  ///   - controls: What a row shows, in the row's own words: `Row.Label(Row.title, "")`. A row's button, `items[3].like`,
  ///     calls the row's input.
  public static func List<M, W: ViewModel>(
    _ rows: Field<M, [Ref<W>]>, _ label: String, named name: String? = nil, select: Input<Int>? = nil,
    in view: String = "", @ScreenParts _ controls: () -> [ScreenPart]
  ) -> ScreenPart {
    let parts = controls().compactMap { if case .control(let control) = $0 { control } else { nil } }
    return .control(
      Control(
        name: name ?? rows.name, label: label,
        kind: .list(Bound(path: view, field: rows.name), select: select?.name, parts)))
  }

  /// Pictures by address; the input is given the index of the one that was tapped: `banners[2]`.
  ///
  /// - Parameter isHidden: Whether none of them can be seen, nor tapped.
  public static func Banner<M>(
    _ pictures: Field<M, [String]>, _ label: String, select: Input<Int>, hidden isHidden: Field<M, Bool>? = nil,
    in view: String = ""
  ) -> ScreenPart {
    let bound = Bound(path: view, field: pictures.name)
    let hidden = isHidden.map { Bound(path: view, field: $0.name) }
    return .control(
      Control(name: pictures.name, label: label, kind: .banner(input: select.name, bound, isHidden: hidden)))
  }

  /// What loads when it is pulled, at the head or the foot of a list.
  ///
  /// - Parameters:
  ///   - isRefreshing: Whether it turns now.
  ///   - isHidden: Whether it cannot be seen, nor pulled.
  public static func Refresh<M>(
    _ input: Input<Void>, _ label: String, while isRefreshing: Field<M, Bool>? = nil,
    hidden isHidden: Field<M, Bool>? = nil, in view: String = ""
  ) -> ScreenPart {
    let bound = { (field: Field<M, Bool>) in Bound(path: view, field: field.name) }
    return .control(
      Control(
        name: input.name, label: label,
        kind: .refresh(
          input: input.name, isRefreshing: isRefreshing.map(bound), isHidden: isHidden.map(bound))))
  }

  /// How far the page is scrolled; `tap offset 476` scrolls there.
  public static func Scroll<M>(
    _ offset: Field<M, Double>, _ label: String, _ input: Input<Double>, in view: String = ""
  ) -> ScreenPart {
    .control(
      Control(
        name: offset.name, label: label,
        kind: .scroll(input: input.name, Bound(path: view, field: offset.name))))
  }
}
