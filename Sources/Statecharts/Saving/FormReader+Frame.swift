extension FormReader {
  /// Reads what belongs to no instance and no work.
  mutating func frame(_ form: Value) throws(Reason) -> Snapshot {
    let frame: SnapshotFrame = try PartReader.read(form, "frame", by: self)
    var snapshot = Snapshot(seed: UInt64(UInt(bitPattern: frame.seed)), store: try FormParts(frame.store).members)
    snapshot.time = frame.time
    snapshot.fault = frame.fault
    snapshot.reversesObservers = frame.reversesObservers
    snapshot.roots = frame.roots
    for setting in frame.services {
      guard program.serviceIndex(named: setting.service) != nil else {
        guard isMigrating else { throw .unknown("service", setting.service) }
        drop("the setting of service '\(setting.service)'")
        continue
      }
      snapshot.services.append(setting)
    }
    return snapshot
  }
}
