import Statecharts

/// A control's name, parsed: `login`, `banners[2]`, `items[3].like`.
struct ControlName {
  let base: String
  /// The brackets and an ordinal after them, if any.
  let row: String?
  let inner: String?
}

extension ControlName {
  init(_ name: String) { self = ControlName(ofRow: name) ?? ControlName(base: name, row: nil, inner: nil) }

  /// Nil if the name has no brackets, or empty ones, or anything but an ordinal or `.` and a name after them.
  private init?(ofRow name: String) {
    let bytes = name.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "]")), bytes.distance(from: open, to: close) > 1
    else { return nil }
    let behind = bytes.index(after: close)
    let end = bytes[behind...].firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    let endOfRow = bytes[behind..<end].first == UInt8(ascii: "'") ? end : behind
    base = String(name[..<open])
    row = String(name[open..<endOfRow])
    guard endOfRow < bytes.endIndex else {
      inner = nil
      return
    }
    inner = String(Substring(bytes[endOfRow...].dropFirst()))
    if bytes[endOfRow] != UInt8(ascii: ".") || inner == "" { return nil }
  }
}

extension Control {
  func meant(by name: String) -> Control? { meant(by: ControlName(name)) }

  func meant(by parts: ControlName) -> Control? {
    guard self.name == parts.base else { return nil }
    switch kind {
    case .list(_, _, let controls):
      guard let inner = parts.inner else { return self }
      return controls.first { $0.name == inner }
    case .banner: return parts.inner == nil ? self : nil
    case .text, .button, .label, .badge, .refresh, .scroll: return parts.row == nil ? self : nil
    }
  }

  var input: Name? {
    switch kind {
    case .button(let input, _), .refresh(let input, _, _), .scroll(let input, _), .banner(let input, _, _): input
    case .list(_, let select, _): select
    case .text, .label, .badge: nil
    }
  }

  /// Nil if the tap lacks a value or row.
  func given(_ value: Value?, at index: Int?) -> Value? {
    switch kind {
    case .button, .refresh: value ?? .null
    case .scroll: value.flatMap { Double($0)?.isFinite ?? false ? $0 : nil }
    case .banner, .list: index.map(Value.int)
    case .text, .label, .badge: nil
    }
  }
}

extension View {
  struct ControlPlace {
    let control: Control
    let instance: InstanceID
    var index: Int?
  }

  func place(of name: String) -> ControlPlace? {
    if let page = model.pages.last?.model, let control = machine.facts.control(named: name, ofPage: page.screen) {
      return ControlPlace(control: control, instance: page.owner)
    }
    let parts = ControlName(name)
    guard let top, let control = top.screen.controls.first(where: { $0.meant(by: parts) != nil }) else { return nil }
    guard let row = parts.row else { return ControlPlace(control: control, instance: top.owner) }
    let items = items(of: control, top.owner)
    guard let index = index(of: row, control, top.owner, items), items.indices.contains(index) else { return nil }
    guard parts.inner != nil else { return ControlPlace(control: control, instance: top.owner, index: index) }
    guard let inner = control.meant(by: parts), case .reference(let row) = items[index] else { return nil }
    return ControlPlace(control: inner, instance: row)
  }

  /// The index of a row: `[3]`, `[#3238]`, `[#3238]'2`. A list without a key that shows another list's rows uses
  /// the identities of the field with the control's name.
  func index(of row: String, _ control: Control, _ owner: InstanceID, _ items: [Value]) -> Int? {
    if row.utf8.last == UInt8(ascii: "]"), let index = Int(row.dropFirst().dropLast()) { return index }
    guard case .list(let rows, _, _) = control.kind else { return nil }
    let child =
      place(rows, from: owner).flatMap { snapshot.child(rows.field.text + row, of: $0.instance, machine.program) }
      ?? snapshot.child(control.name.text + row, of: owner, machine.program)
    return child.flatMap { items.firstIndex(of: .reference($0)) }
  }

  package func isSameControl(_ name: String, _ other: String) -> Bool {
    guard let place = place(of: name), let other = self.place(of: other) else { return false }
    return place.control.name == other.control.name && place.instance == other.instance && place.index == other.index
  }

  func disabled(_ place: ControlPlace) -> Refusal? {
    switch place.control.kind {
    case .button(_, let enabled?):
      let value = value(enabled, from: place.instance)
      return value == .bool(true) ? nil : .disabled(field: enabled.field, isFalse: value == .bool(false))
    case .refresh(_, _, let isHidden?), .banner(_, _, let isHidden?):
      return value(isHidden, from: place.instance) == .bool(true) ? .hidden(field: isHidden.field) : nil
    case .text, .button, .label, .badge, .refresh, .scroll, .banner, .list: return nil
    }
  }

  /// Why a control cannot be used, with any value and any row.
  package func obstruction(of name: String) -> String? {
    if let cover { return Refusal.covered(cover).reason }
    guard let top, let control = top.screen.controls.first(where: { $0.name == name }) else {
      return absence(of: name).reason
    }
    return disabled(ControlPlace(control: control, instance: top.owner))?.reason
  }

  func misfit(
    of value: Value, for input: Name, of instance: InstanceID, in name: String,
    hint: @autoclosure () -> String? = nil
  ) -> Misfit? {
    guard let template = snapshot.template(of: instance) else { return nil }
    guard let type = machine.templates[template].type(ofInput: input) else { return nil }
    return Misfit(name, type, value, hint: hint())
  }

  func misfit(of value: Value, for field: FieldPlace, in path: String) -> Misfit? {
    guard let template = snapshot.template(of: field.instance) else { return nil }
    let facts = machine.fieldFacts(of: template)[field.port]
    return Misfit(path, facts.type, value, example: facts.samples.first?.value)
  }
}
