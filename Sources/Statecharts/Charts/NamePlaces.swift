/// Where names stand in a list; of two with one name the first counts.
struct NamePlaces: Sendable {
  private var names = NameTable()
  private var places: [Int] = []

  init(_ list: [String]) {
    for (place, name) in list.enumerated() where names[name] == nil {
      names.insert(name)
      places.append(place)
    }
  }

  subscript(name: String) -> Int? { names[name].map { places[$0] } }
}
