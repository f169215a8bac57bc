import Differences
import Files
import Statecharts
import Traces
import Transcripts

/// The file of `--write-timings`: a JSON object on a line for each case, by its path and its title.
extension CaseTimings {
  func write(to path: String, _ streams: Streams) throws(FileError) {
    let lines = all.map { timing in
      DifferenceJSON.line([
        "timing": .string(timing.title), "v": .int(1), "file": .string(timing.path),
        "microseconds": .int(timing.microseconds),
      ])
    }
    streams.warnOfLeftovers(beside: path)
    try replaceFile(at: path, with: lines.map { $0 + "\n" }.joined())
  }

  /// - Throws: that the file cannot be read, or that a line of it is none of these.
  init(reading path: String) throws(Diagnostic) {
    var timings: [CaseTiming] = []
    for (index, line) in try JSONLines.read(path).enumerated() {
      guard let value = line, case .string(let title)? = value["timing"], case .string(let file)? = value["file"],
        case .int(let microseconds)? = value["microseconds"], microseconds >= 0
      else {
        throw Diagnostic(
          code: "E1120", path: path, place: SourcePlace(line: index + 1, column: 1),
          sentence: "is no timing; name a file that '--write-timings' wrote")
      }
      timings.append(CaseTiming(path: file, title: title, line: 0, microseconds: microseconds))
    }
    self.init(all: timings)
  }
}

/// Files of JSON objects, one on a line.
enum JSONLines {
  /// The values of the lines, nil for a line that is no JSON.
  ///
  /// - Throws: that the file cannot be read.
  static func read(_ path: String) throws(Diagnostic) -> [Value?] {
    do throws(FileError) {
      let text = try readText(path, limit: 64 << 20)
      return text.utf8.split(separator: 0x0A).map { JSONLine.value(String(Substring($0))) }
    } catch {
      throw Diagnostic(error)
    }
  }
}
