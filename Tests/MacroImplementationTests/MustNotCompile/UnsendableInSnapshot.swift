import SwiftData

final class Badge: Codable {
  var code = ""
}

@Model
final class Guest {
  var name: String
  @Attribute(.codable) var badge: Badge?
  init(name: String) { self.name = name }
}

func name(_ snapshot: ModelSnapshot<Guest>) -> String { snapshot.name }
func code(_ snapshot: ModelSnapshot<Guest>) -> String? { snapshot.badge?.code }

// expected-error 15: Sendable
// swift-format-ignore-file
