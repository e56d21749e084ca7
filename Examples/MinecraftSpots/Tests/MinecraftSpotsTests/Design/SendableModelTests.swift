import Foundation
import SwiftData
import Testing

// ✅ GOOD: 値型フィールド、Sendable準拠
@Model
final class SendableItem: Sendable {
  @Attribute(.unique) var id: String
  var name: String?
  var createdAt: Date

  init(id: String, createdAt: Date = Date()) {
    self.id = id
    self.createdAt = createdAt
  }
}

/// Tests a model that is `Sendable`, as in the design: it compiles, but a context still belongs to
/// one thread.
@Suite("Model that is Sendable")
struct SendableModelTests {
  @Test func sendableModelIsStored() throws {
    let container = try ModelContainer(
      for: SendableItem.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(SendableItem(id: "a"))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<SendableItem>()).map(\.id) == ["a"])
  }
}
