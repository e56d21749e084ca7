import DataSync
import Foundation
import OpenSwiftData
import Testing

@Model final class PortrayedPerson {
  @Attribute(.unique) var name: String
  @Attribute(.externalStorage) var portrait: Data?
  init(name: String, portrait: Data? = nil) { (self.name, self.portrait) = (name, portrait) }
}

/// Two records with the same unique value, which are merged.
@Suite("Doubles")
struct DoubleTests {
  /// The names decide which record is replaced, so several names are tried.
  @Test(arguments: ["Ada", "Eve"], ["Bob", "Cyd", "Dan"])
  func mergedDuplicatesKeepLargeValues(_ former: String, _ name: String) async throws {
    let server = MemoryServer()
    let stores = try (0..<3).map { _ in
      try ModelContainer(
        for: PortrayedPerson.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    let engines = try stores.map { try SyncEngine($0, MemoryProvider(server)) }
    let contexts = stores.map { ModelContext($0) }
    let person = PortrayedPerson(name: former)
    contexts[0].insert(person)
    try contexts[0].save()
    for number in [0, 1] { try await engines[number].syncNow() }
    // One device renames a known record; the other creates one of that name, with a portrait.
    person.name = name
    try contexts[0].save()
    let portrait = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    contexts[1].insert(PortrayedPerson(name: name, portrait: portrait))
    try contexts[1].save()
    for number in [1, 0, 1, 0, 2, 1] { try await engines[number].syncNow() }
    for (number, store) in stores.enumerated() {
      let people = try ModelContext(store).fetch(FetchDescriptor<PortrayedPerson>())
      #expect(people.map(\.name) == [name], "store \(number)")
      #expect(people.first?.portrait == portrait, "store \(number)")
    }
  }
}
