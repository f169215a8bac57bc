import Layers

/// What a check says of some files, a line for each finding, without the line of counts.
func findings(_ files: [String: String], rules: LayerRules = .standard) -> [String] {
  report(files, rules: rules).findings.map { "\($0.path):\($0.place): \($0.sentence)" }
}

func report(_ files: [String: String], rules: LayerRules = .standard) -> LayerReport {
  var check = LayerCheck(rules: rules)
  for (path, text) in files.sorted(by: { $0.key < $1.key }) { check.add(path: path, text: text) }
  return check.report()
}

/// What a check says of one file.
func findings(_ text: String) -> [String] { findings(["f.swift": text]) }
