import Turns

extension Turn {
  /// What a turn did; all changes of one field, and all moves of one region, stand where the first of them stood.
  package func reactions(at offset: Int, from state: inout RunState) -> [Reaction] {
    var result: [Reaction] = []
    var chains: [Reaction.Subject: Int] = [:]
    let origin = Origin(cause)
    for effect in effects {
      guard var reaction = Reaction(effect, at: offset, in: &state) else { continue }
      reaction.origin = origin
      state.fold(reaction)
      guard reaction.subject.kind.isStateful else { result.append(reaction); continue }
      if let chain = chains[reaction.subject] {
        result[chain].values += reaction.values
      } else {
        chains[reaction.subject] = result.count
        result.append(reaction)
      }
    }
    return result
  }
}
