import SwiftData

@propertyWrapper
struct Clamped {
  var wrappedValue: Int
}

@Model
final class Note {
  @Clamped var rating: Int = 3
  init() {}
}

// expected-error 10: property wrapper cannot be applied to a computed property
// swift-format-ignore-file
