/// Instances stand in each other's fields, and are told by what is in their lists. Both are walked without end where a file
/// says that something stands in itself.
extension FormReader {
  /// The most levels: as many as the values of a file have.
  static let levels = 128

  /// Checks that nothing stands in itself, that no row is among its own rows, and that what a list tells of its rows has an
  /// end that can be waited for. Linear in the instances and the rows.
  func checkNesting(_ snapshot: Snapshot, _ entries: [SnapshotForm.Entry]) throws(SnapshotProblem) {
    var places = PlaceWalk(table: snapshot.instances)
    var rows = RowWalk(snapshot: snapshot, program: program)
    for (position, entry) in entries.enumerated() {
      do throws(Reason) {
        _ = try places.level(of: InstanceID(entry.place), within: FormReader.levels)
        _ = try rows.size(of: InstanceID(entry.place), within: FormReader.levels)
      } catch {
        throw SnapshotProblem(.instance(position), error)
      }
    }
  }
}

/// Counts how many instances an instance stands in.
private struct PlaceWalk {
  let table: InstanceTable
  private var levels: [Int: Int] = [:]

  init(table: InstanceTable) {
    self.table = table
  }

  mutating func level(of id: InstanceID, within limit: Int) throws(FormReader.Reason) -> Int {
    if let known = levels[id.index] { return known }
    guard let parent = table.place(of: id)?.parent else { return 0 }
    guard limit > 0 else { throw .wrong("place", expected: "in another instance") }
    let level = try level(of: parent, within: limit - 1) + 1
    guard level <= FormReader.levels else { throw .tooMany("levels of instances", limit: FormReader.levels) }
    levels[id.index] = level
    return level
  }
}

/// Counts the rows that an instance is told by, their own rows included.
private struct RowWalk {
  let snapshot: Snapshot
  let program: Program
  private var known: [Int: (size: Int, height: Int)] = [:]

  init(snapshot: Snapshot, program: Program) {
    self.snapshot = snapshot
    self.program = program
  }

  mutating func size(of id: InstanceID, within limit: Int) throws(FormReader.Reason) -> (size: Int, height: Int) {
    if let known = known[id.index] { return known }
    guard let template = snapshot.template(of: id) else { return (1, 0) }
    guard limit > 0 else { throw .wrong("fields", expected: "lists of other instances than their own") }
    var (size, height) = (1, 0)
    for field in program.templates[template].fields where field.rows != nil && field.kind == .stored {
      for row in snapshot.read(field, of: id).targets {
        let inside = try self.size(of: row, within: limit - 1)
        (size, height) = (size + inside.size, max(height, inside.height + 1))
        guard size <= program.limits.instances else {
          throw .tooMany("rows in each other", limit: program.limits.instances)
        }
      }
    }
    guard height <= FormReader.levels else { throw .tooMany("levels of rows", limit: FormReader.levels) }
    known[id.index] = (size, height)
    return (size, height)
  }
}
