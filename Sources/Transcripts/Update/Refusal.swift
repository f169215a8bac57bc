/// Why cases cannot be updated.
struct Refusal: Error {
  var reason: String
}
