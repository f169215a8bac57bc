import Files
import Statecharts
import ViewModels

/// The charts of a file, of the elements in it, and of the files that it invokes.
final class SCXMLFiles {
  /// The parts that were not understood.
  var losses: [DiagramProblem] = []
  private var templates: [DefinedTemplate] = []
  private var known: [String: Name] = [:]
  private var folder: String
  /// 0 for the page's chart.
  private(set) var depth = 0

  /// Charts that invoke each other in a row.
  static let mostDepth = 20

  /// Receives the path of each file that another invokes, before it is read.
  private let visit: (String) -> Void

  private init(folder: String, visit: @escaping (String) -> Void) { (self.folder, self.visit) = (folder, visit) }

  /// The definition of a file, and what it lacks.
  static func machine(
    _ text: String, name: String, folder: String, page: Name, visit: @escaping (String) -> Void = { _ in }
  ) throws(DiagramProblem) -> (definition: MachineDefinition, losses: [DiagramProblem]) {
    let files = SCXMLFiles(folder: folder, visit: visit)
    var reader = try SCXMLReader(XMLReader.read(text), name: name, files)
    let root = try reader.template()
    let page = MachinePage(page, template: root.template.name)
    let losses = files.losses.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return (MachineDefinition([root] + files.templates, root: page), losses)
  }

  /// The result of reading an element; nil if a part of it was not understood, so that all of it is lost.
  func part<Part>(
    _ element: XMLElement, _ read: @autoclosure () throws(DiagramProblem) -> Part
  ) throws(DiagramProblem) -> Part? {
    do throws(DiagramProblem) { return try read() } catch {
      guard error.kind == .notUnderstood else { throw error }
      var loss = error
      loss.cure += "; else '<\(element.name)>' is skipped"
      losses.append(loss)
      return nil
    }
  }

  func template(of element: XMLElement, named name: String) throws(DiagramProblem) -> Name {
    depth += 1
    defer { depth -= 1 }
    try DiagramLimits.check(
      depth, Self.mostDepth, "invocations inside each other", at: element.place)
    var reader = try SCXMLReader(element, name: name, self)
    let template = try reader.template()
    templates.append(template)
    return template.template.name
  }

  /// The template of a file beside the one that names it, or below.
  func template(at source: String, from place: Place) throws(DiagramProblem) -> Name {
    let path = source.withoutStart("file:") ?? source
    let whole = "\(folder)/\(path)"
    if let name = known[whole] { return name }
    visit(whole)
    let text: String
    do throws(FileError) {
      text = try DiagramLimits.readText(path, under: folder)
    } catch {
      let (cause, cure) = error.message.split(at: "; ") ?? (error.message, "name a file in this folder")
      throw place.malformed("'\(path)' cannot be read: \(cause)", cure)
    }
    let stem = splitPath(path).name.split(separator: ".").first.map(String.init) ?? path
    let name = "\(stem)_\(known.count + 1)"
    known[whole] = Name(name.asUsableName)
    let before = folder
    defer { folder = before }
    folder = splitPath(whole).folder
    let inner = { (problem: DiagramProblem) in
      DiagramProblem(problem.kind, at: place, "in '\(path)', line \(problem.line): \(problem.cause)", problem.cure)
    }
    let first = losses.count
    do {
      let template = try template(of: XMLReader.read(text), named: name)
      for index in first..<losses.count { losses[index] = inner(losses[index]) }
      return template
    } catch {
      throw inner(error)
    }
  }
}
