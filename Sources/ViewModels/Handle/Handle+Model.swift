import Statecharts

extension Handle {
  /// A stored property: `me.name = clean`. Setting it notifies immediately and depth first, even if equal. A
  /// property that is not a field is a fault.
  @inlinable
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    @inline(__always) get { turn.value(of: me, at: path) }
    nonmutating set { turn.set(me, path, newValue) }
  }

  /// A computed property.
  @inlinable
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T {
    @inline(__always) get { turn.value(of: me, at: path) }
  }

  /// The model, for properties with the name of a member of `Handle`: `me.model.post = next`.
  @inlinable
  public var model: HandledModel<V> { HandledModel(turn: TurnContext(sharing: turn), me: me) }

  /// A field by its token: `me[field]`.
  @inlinable
  public subscript<T>(field: FieldToken<V, T>) -> T { turn.value(of: me, field) }
  /// Sets a field by its token.
  @inlinable
  public func set<T>(_ field: FieldToken<V, T>, to value: T) { turn.set(me, field, value) }

  /// This instance, as a value to keep.
  public var ref: Ref<V> { me }

  /// The model of another instance: `me[row].total = 3`. A fault if it is gone.
  @inlinable
  public subscript<W: ViewModel>(other: Ref<W>) -> Handle<W> { turn.handle(of: other) }

  /// A child: `me[table].offset`. A fault if it is gone.
  public subscript<W>(child: ChildToken<V, W>) -> Handle<W> { turn.handle(of: self.child(child)) }

  /// A reference to a child; a fault if it is gone.
  public func child<W>(_ child: ChildToken<V, W>) -> Ref<W> { turn.child(child, of: me) }

  /// A value of the persisted store; `nil` if absent or of another type.
  public func stored<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) -> T? {
    turn.stored(key).flatMap { T($0) }
  }
  /// Writes to the persisted store, which `restart` keeps.
  public func store<T: ValueConvertible>(_ key: String, _ value: T) { turn.store(key, value.value) }
}

/// Access to the model's properties inside a turn.
@dynamicMemberLookup
public struct HandledModel<V: ViewModel>: ~Copyable {
  @usableFromInline let turn: TurnContext
  @usableFromInline let me: Ref<V>

  @inlinable
  init(turn: consuming TurnContext, me: Ref<V>) {
    self.turn = turn
    self.me = me
  }

  /// A stored property.
  @inlinable
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    get { turn.value(of: me, at: path) }
    nonmutating set { turn.set(me, path, newValue) }
  }

  /// A computed property.
  @inlinable
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T { turn.value(of: me, at: path) }
}

extension TurnContext {
  func child<V, W>(_ child: ChildToken<V, W>, of me: Ref<V>) -> Ref<W> {
    if let id = self.child(child.position, of: me.id) { return Ref(id) }
    fault(.childGone(child.name))
    return Ref(me.id)
  }

  // Inlined, so that the compiler need not make the key path.
  @inlinable
  @inline(__always)
  func value<V: ViewModel, T>(of ref: Ref<V>, at path: KeyPath<V.Model, T>) -> T {
    guard let model = location(of: ref.id, ObjectIdentifier(V.Model.self)) else {
      return faultOfUse(ref)[keyPath: path]
    }
    return model.assumingMemoryBound(to: V.Model.self).pointee[keyPath: path]
  }

  @inlinable
  func value<V: ViewModel, T>(of ref: Ref<V>, _ field: FieldToken<V, T>) -> T {
    guard field.offset >= 0, let model = location(of: ref.id, ObjectIdentifier(V.Model.self)) else {
      return valueByPath(ref, field)
    }
    return (model + field.offset).assumingMemoryBound(to: T.self).pointee
  }

  @usableFromInline
  func valueByPath<V: ViewModel, T>(_ ref: Ref<V>, _ field: FieldToken<V, T>) -> T {
    model(of: ref)[keyPath: field.path]
  }

  @inlinable
  func set<V: ViewModel, T: ValueConvertible>(_ ref: Ref<V>, _ path: WritableKeyPath<V.Model, T>, _ value: T) {
    // Only the offset is used below, so that the compiler need not make the key path.
    guard let offset = MemoryLayout<V.Model>.offset(of: path) else { return setByPath(ref, path, value) }
    guard let (model, told) = plainAddress(of: ref.id, at: offset, ObjectIdentifier(V.Model.self)) else {
      return setByOffset(ref, offset, value)
    }
    let place = (model + offset).assumingMemoryBound(to: T.self)
    if told < 0 { place.pointee = value } else { set(place, value, ref.id, telling: told) }
  }

  @inlinable
  func set<V: ViewModel, T>(_ ref: Ref<V>, _ field: FieldToken<V, T>, _ value: T) {
    guard let (model, told) = plainAddress(of: ref.id, at: field.offset, ObjectIdentifier(V.Model.self)) else {
      return set(ref.id, port: field.port, to: value.value)
    }
    let place = (model + field.offset).assumingMemoryBound(to: T.self)
    if told < 0 { place.pointee = value } else { set(place, value, ref.id, telling: told) }
  }

  @inlinable
  @inline(never)
  func setByOffset<V: ViewModel, T: ValueConvertible>(_ ref: Ref<V>, _ offset: Int, _ value: T) {
    let port = V.fieldPort(at: offset, ObjectIdentifier(T.self))
    guard port >= 0 else { return faultOfSet(ref) }
    set(ref.id, port: port, to: value.value) { ($0 + offset).assumingMemoryBound(to: T.self).pointee = value }
  }

  @inlinable
  @inline(never)
  func setByPath<V: ViewModel, T: ValueConvertible>(_ ref: Ref<V>, _ path: AnyKeyPath, _ value: T) {
    let port = V.fieldPort(of: path)
    if port >= 0 { set(ref.id, port: port, to: value.value) } else { faultOfSet(ref) }
  }

  @usableFromInline
  func faultOfSet<V: ViewModel>(_ ref: Ref<V>) {
    fault(.noField(of: "\(V.self)"))
  }
}
