/// Everything that a snapshot holds as plain values, part by part: what a snapshot file prints and parses.
///
/// Instances, states, transitions and ports stand in it as numbers; the outline says what they were called.
package struct SnapshotForm: Hashable, Sendable {
  /// The definition's names, as `Program.outline` gives them.
  package var outline: Value
  /// Clock, seed, fault, store, settings and roots.
  package var frame: Value
  /// The instances with their places in the table; free places are left out.
  package var instances: [Entry]
  /// The agenda in order.
  package var work: [Value]

  /// An instance and its place.
  package struct Entry: Hashable, Sendable {
    package var place: Int
    package var value: Value

    package init(place: Int, value: Value) {
      self.place = place
      self.value = value
    }
  }

  package init(outline: Value, frame: Value, instances: [Entry], work: [Value]) {
    self.outline = outline
    self.frame = frame
    self.instances = instances
    self.work = work
  }
}

extension Snapshot {
  /// Returns what a file holds of it. Secrets are in it as they are.
  ///
  /// - Precondition: It is a snapshot of the program.
  package func form(_ program: Program) -> SnapshotForm {
    check(program)
    let entries = instances.indices.compactMap { place in
      value(of: InstanceID(place), program).map { SnapshotForm.Entry(place: place, value: $0) }
    }
    return SnapshotForm(
      outline: program.outline, frame: FormWriter.form(of: frame), instances: entries,
      work: agenda.ordered.map { FormWriter.form(of: $0) })
  }

  /// Makes a snapshot of what a file held. Nothing in it is trusted.
  ///
  /// - Throws: what does not fit, when the file is damaged or of another definition.
  package init(_ form: SnapshotForm, of program: Program) throws(SnapshotProblem) {
    guard form.outline == program.outline else {
      throw SnapshotProblem(.outline, .otherDefinition(program.changes(since: form.outline)))
    }
    var reader = FormReader(program: program, names: try NameMap(form.outline, program), isMigrating: false)
    self = try reader.snapshot(form)
  }

  /// Makes a snapshot of what a file of another definition held, as far as its names still match.
  ///
  /// What has no counterpart is left out: a field begins with its initial value, a chart that stood in a state that is
  /// gone stands in its initial one without having run, work, requests and subscriptions go.
  ///
  /// - Returns: The snapshot, and a phrase for each thing that was dropped.
  /// - Throws: what does not fit, when the file is damaged or its root has no counterpart.
  package static func migrated(
    _ form: SnapshotForm, to program: Program
  ) throws(SnapshotProblem) -> (snapshot: Snapshot, dropped: [String]) {
    var reader = FormReader(program: program, names: try NameMap(form.outline, program), isMigrating: true)
    let snapshot = try reader.snapshot(form)
    return (snapshot, reader.dropped)
  }
}
