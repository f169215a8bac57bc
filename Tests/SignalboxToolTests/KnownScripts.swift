import Foundation

/// The transcripts that are known to break something.
enum KnownScripts {
  struct Script: Hashable {
    let file: String
    let machine: String
    let property: String
  }

  static let all: [Script] = {
    let root = HazardsPage.repositoryRoot
    let files = FileManager.default.enumerator(atPath: "\(root)/Transcripts")?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".transcript") }.sorted().flatMap { file -> [Script] in
      let text = (try? String(contentsOfFile: "\(root)/Transcripts/\(file)", encoding: .utf8)) ?? ""
      return scripts(in: text, file: "Transcripts/\(file)")
    }
  }()

  private static func scripts(in text: String, file: String) -> [Script] {
    var machine = ""
    var result: [Script] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("%machine ") { machine = String(line.split(separator: " ")[1]) }
      guard line.hasPrefix("|"), let start = line.range(of: "broken \""), line.hasSuffix("\"") else { continue }
      let name = line[start.upperBound...].dropLast()
      let property = name.components(separatedBy: ": ").last ?? ""
      result.append(Script(file: file, machine: machine, property: property))
    }
    return result
  }
}
