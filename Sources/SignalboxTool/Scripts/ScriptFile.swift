import Console
import DiagramFiles
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// Writes what a script does on a machine of this or another version of the tool.
protocol ScriptTeller {
  var name: String { get }
  /// Spells the commands.
  var machine: Machine { get }
  func transcript(of commands: [String], titled title: String) throws -> ScriptFile.Telling
}

/// Saves a script as a transcript of the machine's current behaviour.
struct ScriptFile {
  let teller: any ScriptTeller

  init(_ teller: any ScriptTeller) { self.teller = teller }

  init(machine: Machine, catalogue: Catalogue) { self.init(LocalTeller(machine: machine, catalogue: catalogue)) }

  enum Telling {
    case text(String)
    case refused(reason: String)
  }

  enum Kept {
    case saved(path: String)
    case refused(reason: String)

    func told(of script: String) -> String {
      switch self {
      case .saved(let path): "saved to \(path.shownPath)"
      case .refused(let reason): "not saved: \(script): \(reason)"
      }
    }
  }

  /// - Parameter name: The part of the file name after the machine.
  /// - Throws: If the file cannot be written or already exists.
  func save(_ script: [DrivenStimulus], titled title: String, as name: String, in folder: String) throws -> Kept {
    let commands = teller.machine.lines(of: script)
    guard !commands.contains(nil) else {
      let isDiagram = DiagramReference(teller.machine.title.text) != nil
      return .refused(reason: isDiagram ? "a diagram cannot name its values" : "it holds a secret without a name")
    }
    switch try teller.transcript(of: commands.compactMap(\.self), titled: title) {
    case .refused(let reason): return .refused(reason: reason)
    case .text(let text):
      let path = "\(folder)/\(teller.name)-\(name.asFileName).transcript"
      try createFile(at: path, with: DiagramTranscript(text, at: path).text, limits: TranscriptLimits().text)
      return .saved(path: path)
    }
  }
}

struct LocalTeller: ScriptTeller {
  let machine: Machine
  let catalogue: Catalogue

  var name: String { machine.fileTitle }

  func transcript(of commands: [String], titled title: String) -> ScriptFile.Telling {
    do throws(Mistake) {
      return .text(try Session.transcript(of: commands, titled: title, on: machine, in: catalogue))
    } catch {
      return .refused(reason: error.sentence)
    }
  }
}

extension String {
  /// The ASCII letters and digits in lower case, joined by `-`; at most 60 bytes.
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
