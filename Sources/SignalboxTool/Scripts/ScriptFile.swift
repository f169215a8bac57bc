import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// Keeps a script as a transcript of what a machine does now.
struct ScriptFile {
  let machine: Machine
  let catalogue: Catalogue

  /// What became of a script.
  enum Kept {
    case saved(path: String)
    /// With what is told of it.
    case refused(reason: String)

    /// The line that says so.
    func told(of script: String) -> String {
      switch self {
      case .saved(let path): "saved to \(path.shownPath)"
      case .refused(let reason): "not saved: \(script): \(reason)"
      }
    }
  }

  /// Writes a script into a folder that is there.
  ///
  /// - Parameters:
  ///   - title: The case's.
  ///   - name: What the file is called behind the machine, as far as it is ASCII.
  /// - Throws: that the file cannot be written; one of that name that is there is left alone.
  func save(_ script: [DrivenStimulus], titled title: String, as name: String, in folder: String) throws(FileError)
    -> Kept
  {
    let commands = machine.lines(of: script)
    guard !commands.contains(nil) else { return .refused(reason: "it holds a secret without a name") }
    let text: String
    do throws(Mistake) {
      text = try Session.transcript(of: commands.compactMap(\.self), titled: title, on: machine, in: catalogue)
    } catch {
      return .refused(reason: error.sentence)
    }
    let path = "\(folder)/\(machine.title)-\(name.asFileName).transcript"
    try createFile(at: path, with: text, limits: TranscriptLimits().text)
    return .saved(path: path)
  }
}

extension String {
  /// What of the text is ASCII letters and digits, in lower case, joined by `-`; at most 60 bytes.
  var asFileName: String {
    var words: [UInt8] = []
    for byte in utf8 {
      let isPlain = byte.isLetter || byte.isDigit
      if isPlain { words.append(byte.lowerCased) }
      if !isPlain, words.last.map({ $0 != UInt8(ascii: "-") }) ?? false { words.append(UInt8(ascii: "-")) }
    }
    let name = words.prefix(60)
    return String(decoding: name.last == UInt8(ascii: "-") ? name.dropLast() : name, as: UTF8.self)
  }
}
