import Statecharts

extension TraceLine {
  /// Takes what the line says of fields and regions, and returns what they are behind it.
  package mutating func lastValues() -> [Reaction.Subject: Value] {
    var result: [Reaction.Subject: Value] = [:]
    for (key, kind) in [(EffectKey.set, Reaction.Kind.field), (.to, .transition)] {
      for member in (try? take(key.rawValue)?.fields()) ?? [] {
        result[Reaction.Subject(kind, member.key)] = (try? member.elements())?.last?.value
      }
    }
    return result
  }
}
