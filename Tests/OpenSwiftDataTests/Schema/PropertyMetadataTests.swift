import Foundation
import OpenSwiftData
import Testing

@Suite("Metadata of properties")
struct PropertyMetadataTests {
  @Model
  final class Ticket {
    @Attribute(.unique) var code: Int
    var price = 2.5
    @Relationship(deleteRule: .cascade) var stubs: [Stub] = []
    var holder: String?

    init(code: Int) { self.code = code }
  }

  @Model
  final class Stub {
    var ticket: Ticket?
    init() {}
  }

  /// Third-party libraries read key paths and attributes of properties only by reflection.
  @Test func metadataIsReflectedAsApplesIs() throws {
    let mirrors = Ticket.schemaMetadata.map { Mirror(reflecting: $0) }
    for mirror in mirrors {
      #expect(mirror.children.map(\.label) == ["name", "keypath", "defaultValue", "metadata"])
    }
    func child(_ property: Int, _ label: String) -> Any? {
      mirrors[property].children.first { $0.label == label }?.value
    }
    #expect(
      mirrors.indices.map { child($0, "name") as? String } == ["code", "price", "stubs", "holder"])
    #expect(child(0, "keypath") as? ReferenceWritableKeyPath<Ticket, Int> == \.code)
    #expect(child(2, "keypath") as? ReferenceWritableKeyPath<Ticket, [Stub]> == \.stubs)
    #expect(child(3, "keypath") as? AnyKeyPath == \Ticket.holder)
    let attribute = try #require(child(0, "metadata") as? Schema.Attribute)
    #expect(attribute.options == [.unique])
    #expect((child(2, "metadata") as? Schema.Relationship)?.deleteRule == .cascade)
    let missing = try #require(child(3, "metadata"))
    #expect(Mirror(reflecting: missing).displayStyle == .optional)
    #expect(Mirror(reflecting: missing).children.isEmpty)
  }
}
