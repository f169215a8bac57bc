import Statecharts

/// The model, by its own names: `me.name = clean` sets and notifies.
extension Handle {
  /// A stored property. Setting it notifies at once, depth first, and an equal value too; a fault when it is no field.
  @inlinable
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    @inline(__always) get { turn.value(of: me, at: path) }
    nonmutating set { turn.set(me, path, newValue) }
  }

  /// What the model computes.
  @inlinable
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T {
    @inline(__always) get { turn.value(of: me, at: path) }
  }

  /// The model by itself, for properties that are called as a member of this: `me.model.post = next`.
  @inlinable
  public var model: HandledModel<V> { HandledModel(turn: TurnContext(sharing: turn), me: me) }

  /// A field by its token, for code that is given the token: `me[field]`.
  @inlinable
  public subscript<T>(field: FieldToken<V, T>) -> T { turn.value(of: me, field) }
  /// Sets a field by its token, and notifies.
  @inlinable
  public func set<T>(_ field: FieldToken<V, T>, to value: T) { turn.set(me, field, value) }

  /// This instance, for whoever keeps it.
  public var ref: Ref<V> { me }

  /// Another instance: `me[row].total = 3`. To use one that is gone is a fault.
  @inlinable
  public subscript<W: ViewModel>(other: Ref<W>) -> Handle<W> { turn.handle(of: other) }

  /// A child: `me[table].offset`. To use one that is gone is a fault.
  public subscript<W>(child: ChildToken<V, W>) -> Handle<W> { turn.handle(of: self.child(child)) }

  /// A child, for whoever keeps it; a fault when it is gone.
  public func child<W>(_ child: ChildToken<V, W>) -> Ref<W> { turn.child(child, of: me) }

  /// What the app stored; `nil` when there is nothing, or something else.
  public func stored<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) -> T? {
    turn.stored(key).flatMap { T($0) }
  }
  /// Writes to the persisted store, which `restart` keeps.
  public func store<T: ValueConvertible>(_ key: String, _ value: T) { turn.store(key, value.value) }
}

/// The model inside a turn: sets notify.
@dynamicMemberLookup
public struct HandledModel<V: ViewModel>: ~Copyable {
  @usableFromInline let turn: TurnContext
  @usableFromInline let me: Ref<V>

  @inlinable
  init(turn: consuming TurnContext, me: Ref<V>) {
    self.turn = turn
    self.me = me
  }

  /// A stored property; setting it notifies.
  @inlinable
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    get { turn.value(of: me, at: path) }
    nonmutating set { turn.set(me, path, newValue) }
  }

  /// What the model computes.
  @inlinable
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T { turn.value(of: me, at: path) }
}

extension TurnContext {
  func child<V, W>(_ child: ChildToken<V, W>, of me: Ref<V>) -> Ref<W> {
    if let id = self.child(child.position, of: me.id) { return Ref(id) }
    fault(.childGone(child.name))
    return Ref(me.id)
  }

  // The path is not made where it is known what it reads when this is compiled.
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
    // The path is not made where its offset is known when this is compiled: nothing below names it then.
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
