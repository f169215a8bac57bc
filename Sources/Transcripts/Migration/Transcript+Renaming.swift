import Traces

extension Transcript {
  /// The renamings with what each is of, where the file shows that.
  ///
  /// - Throws: that a name is of more than one role and the renaming does not say which is meant.
  package func explicit(_ renamings: [Renaming]) throws(RenamingProblem) -> [Renaming] {
    let uses = nameUses
    var result: [Renaming] = []
    for renaming in renamings { result.append(try explicit(renaming, uses)) }
    return result
  }

  private func explicit(_ renaming: Renaming, _ uses: [NameUse]) throws(RenamingProblem) -> Renaming {
    guard !renaming.isExplicit else { return renaming }
    var first: [(role: NameRole, line: Int)] = []
    for use in uses where use.name == renaming.old {
      guard let role = use.role, !first.contains(where: { $0.role == role }) else { continue }
      first.append((role, use.index + 1))
    }
    guard first.count > 1 else {
      var known = renaming
      known.role = first.first?.role
      return known
    }
    let places = first.map { "\($0.role.counted) in line \($0.line)" }.joined(separator: " and ")
    let forms = first.map { "'\($0.role.rawValue):\(renaming.old)=\(renaming.new)'" }.joined(separator: " or ")
    throw RenamingProblem(
      "'\(renaming.old)' is \(places); write \(forms), or '\(Renaming.any):\(renaming.old)=\(renaming.new)' for all of them",
      line: first[0].line)
  }

  /// How often the file uses the name that a renaming changes.
  package func useCount(of renaming: Renaming) -> Int {
    nameUses.count { renaming.renames($0.name, as: $0.role) }
  }

  /// The document with other names. Texts, comments, titles and what a look shows stay as they are.
  ///
  /// - Throws: that the edit could not be taken back, since a new name is one of the file already.
  package func renamed(_ renamings: [Renaming]) throws(RenamingProblem) -> Transcript {
    let changed = try replacingNames(renamings)
    let restored = try changed.replacingNames(renamings.map(\.reversed))
    guard restored.print().utf8.elementsEqual(print().utf8) else {
      let clash = nameUses.first { use in renamings.contains { $0.reversed.renames(use.name, as: use.role) } }
      throw RenamingProblem(
        "'\(clash?.name ?? renamings[0].new)' is a name of the file already, so nobody could tell the two apart; "
          + "choose another name, or rename that one too",
        line: clash.map { $0.index + 1 })
    }
    return changed
  }

  private func replacingNames(_ renamings: [Renaming]) throws(RenamingProblem) -> Transcript {
    var lines = lines
    for (index, uses) in Dictionary(grouping: nameUses, by: \.index) {
      var bytes = Array(lines[index].content.utf8)
      for use in uses.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        guard let renaming = renamings.first(where: { $0.renames(use.name, as: use.role) }) else { continue }
        bytes.replaceSubrange(use.range, with: renaming.new.utf8)
      }
      let content = String(decoding: bytes, as: UTF8.self)
      let blank = lines[index].rest.utf8.count > lines[index].content.utf8.count ? " " : ""
      lines[index] = TranscriptLine(lines[index].kind, rest: blank + content)
    }
    do throws(TranscriptProblems) {
      return try reading(lines)
    } catch {
      let problem = error.problems.first
      throw RenamingProblem(problem?.sentence ?? "the file would not read any more", line: problem?.place.line)
    }
  }
}
