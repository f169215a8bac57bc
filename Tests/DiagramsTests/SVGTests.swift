import Foundation
import Testing
import Traces

@testable import Diagrams

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Drawings as files, read by Foundation's parser of XML.
struct SVGTests {
  private static let diagrams = [EveryFeature.diagram] + (0..<40).map { RandomChart.diagram(seed: $0) }

  @Test("a drawing is XML whose texts are the chart's, whatever they hold")
  func wellFormed() throws {
    for diagram in Self.diagrams {
      let read = try XMLRead(diagram.lines(.svg))
      #expect(read.elements.first?.name == "svg")
      #expect(read.texts["title"]?.first == diagram.title.escapedForDisplay)
      let charts = GraphicChart.all(of: diagram)
      let names = charts.flatMap { chart in
        chart.drawnStates.map { chart.markedName(of: $0).withoutBlanks }
      }
      let drawn = (read.texts["text"] ?? []).joined().withoutBlanks
      for name in names { #expect(drawn.holds(name), "\(name)") }
      #expect(read.elements.filter { $0.name == "rect" }.count >= names.count)
      let labels = charts.flatMap(\.arrows).map(\.label.withoutBlanks)
      for label in labels { #expect(drawn.holds(label), "\(label)") }
    }
  }

  @Test("its description is the text form, for a person who does not see it")
  func described() throws {
    let read = try XMLRead(EveryFeature.diagram.lines(.svg))
    #expect(read.texts["desc"] == [EveryFeature.diagram.lines(.text, width: 10_000).joined(separator: "\n")])
    let root = try #require(read.elements.first?.attributes)
    #expect(root["role"] == "img" && root["aria-labelledby"] == "picture-title picture-description")
  }

  @Test("it fetches nothing and runs nothing")
  func selfContained() throws {
    for diagram in Self.diagrams {
      let read = try XMLRead(diagram.lines(.svg))
      let names = Set(read.elements.map(\.name))
      #expect(
        names.isSubset(of: ["svg", "title", "desc", "style", "defs", "marker", "path", "text", "g", "rect", "circle"]))
      for element in read.elements {
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") || $0.hasSuffix("href") })
      }
    }
  }

  @Test("what is active is bold with a thick border, and what no run took is dashed and says so")
  func marked() throws {
    let read = try XMLRead(EveryFeature.diagram.lines(.svg))
    let active = EveryFeature.diagram.charts.flatMap(\.active).filter { $0 > 0 }.count
    #expect(active > 0)
    #expect(read.elements.filter { $0.attributes["class"]?.contains("active") ?? false }.count == active)
  }

  @Test("a file's format is its ending")
  func endings() {
    for format in DiagramFormat.allCases {
      #expect(DiagramFormat(file: "a/b.c.\(format.ending)") == format)
    }
    #expect(DiagramFormat(file: "a.gv") == .dot)
    for file in ["svg", "a.svg/b", "", "/", "a.", "a.SVG", "a.pdf"] {
      #expect(DiagramFormat(file: file) == nil, "\(file)")
    }
  }
}

extension String {
  /// Whether it has another text in it, scalar by scalar.
  fileprivate func holds(_ text: String) -> Bool { text.isEmpty || range(of: text, options: .literal) != nil }
}

/// What Foundation's parser finds in a drawing.
final class XMLRead: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
  }

  private(set) var elements: [Element] = []
  /// The texts of the elements of a name, in order.
  private(set) var texts: [String: [String]] = [:]
  private var open: [(name: String, text: String)] = []

  init(_ lines: [String]) throws {
    super.init()
    let parser = XMLParser(data: Data(lines.joined(separator: "\n").utf8))
    parser.delegate = self
    guard parser.parse() else { throw try #require(parser.parserError) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes))
    open.append((name, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open[open.count - 1].text += text }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    texts[name, default: []].append(open.removeLast().text)
  }
}
