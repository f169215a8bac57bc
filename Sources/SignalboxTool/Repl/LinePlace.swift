/// Where a console line comes from.
struct LinePlace {
  /// The file, or what stands for it: `stdin`, `-c`.
  var path: String
  /// Counted from 1.
  var line: Int
  /// How many columns stand before the command in its line.
  var shift = 0
}
