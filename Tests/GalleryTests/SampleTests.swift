import Gallery
import Statecharts
import Testing

@testable import ViewModels

/// Named samples keep transcripts short, let secrets replay, and are the values that an exploration tries.
@Suite("The samples of a machine")
struct SampleTests {
  static let titles = GalleryRun.gallery.map(\.title.text)

  /// Fields that hold instances have no value to name, computed ones are not set, and yes and no are their own names.
  private func needsSample(_ field: FieldDefinition, _ shape: Shape) -> Bool {
    field.kind == .stored && !field.holdsReferences && !field.isInternal && shape != .bool
  }

  @Test("every field that holds more than yes and no has one", arguments: titles)
  func fields(_ title: String) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    let missing = machine.templates.filter { !$0.template.isInternal }.flatMap { defined in
      zip(defined.template.fields, defined.fields)
        .filter { needsSample($0, $1.shape) && $1.samples.isEmpty }
        .map { "\(defined.template.name).\($0.0.name)" }
    }
    #expect(missing == [])
  }

  @Test("every service has one", arguments: titles)
  func services(_ title: String) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    let missing = machine.templates.flatMap(\.services).filter(\.samples.isEmpty).map(\.definition.name)
    #expect(missing == [])
  }

  @Test("every sample is what its owner takes", arguments: titles)
  func shapes(_ title: String) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    for defined in machine.templates {
      for service in defined.services {
        let wrong = service.samples.filter { !service.shape.admits($0.value) }.map(\.name)
        #expect(wrong == [], "\(service.definition.name)")
      }
      for (field, facts) in zip(defined.template.fields, defined.fields) {
        let wrong = facts.samples.filter { !facts.shape.admits($0.value) }.map(\.name)
        #expect(wrong == [], "\(defined.template.name).\(field.name)")
      }
    }
  }

  @Test("a success that is asked for by name alone says what can be taken", arguments: titles)
  func successes(_ title: String) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    for service in machine.templates.flatMap(\.services) {
      let value = service.definition.value(of: .ok, for: .null)
      #expect(service.shape.admits(value), "\(service.definition.name): \(value)")
    }
  }
}
