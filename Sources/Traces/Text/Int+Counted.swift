extension Int {
  /// For example `1 command`, `2 commands`, `3 stimuli`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
