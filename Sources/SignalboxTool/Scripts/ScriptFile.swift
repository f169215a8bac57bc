import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// Who can say what a script does on a machine: this process, or another version of the tool.
protocol ScriptTeller {
  /// What files about it are called first.
  var name: String { get }
  /// The script as it is typed; nil for a command that holds a secret without a name.
  func lines(of script: [DrivenStimulus]) -> [String?]
  /// A transcript of one case, or why there is none.
  func transcript(of commands: [String], titled title: String) throws -> ScriptFile.Telling
}

/// Keeps a script as a transcript of what a machine does now.
struct ScriptFile {
  let teller: any ScriptTeller

  init(_ teller: any ScriptTeller) { self.teller = teller }

  init(machine: Machine, catalogue: Catalogue) { self.init(LocalTeller(machine: machine, catalogue: catalogue)) }

  enum Telling {
    case text(String)
    case refused(reason: String)
  }

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
  func save(_ script: [DrivenStimulus], titled title: String, as name: String, in folder: String) throws -> Kept {
    let commands = teller.lines(of: script)
    guard !commands.contains(nil) else { return .refused(reason: "it holds a secret without a name") }
    switch try teller.transcript(of: commands.compactMap(\.self), titled: title) {
    case .refused(let reason): return .refused(reason: reason)
    case .text(let text):
      let path = "\(folder)/\(teller.name)-\(name.asFileName).transcript"
      try createFile(at: path, with: text, limits: TranscriptLimits().text)
      return .saved(path: path)
    }
  }
}

/// A machine of this process.
struct LocalTeller: ScriptTeller {
  let machine: Machine
  let catalogue: Catalogue

  var name: String { machine.title.text }

  func lines(of script: [DrivenStimulus]) -> [String?] { machine.lines(of: script) }

  func transcript(of commands: [String], titled title: String) -> ScriptFile.Telling {
    do throws(Mistake) {
      return .text(try Session.transcript(of: commands, titled: title, on: machine, in: catalogue))
    } catch {
      return .refused(reason: error.sentence)
    }
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
