import ArgumentParser

/// In which form a comparison is told.
struct FormOptions: ParsableArguments {
  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Flag(help: "Write a comment for a pull request: a table of causes, and the script of each.")
  var markdown = false

  func validate() throws {
    if json, markdown { throw ValidationError("'--json' and '--markdown' are two forms; name one") }
  }
}
