import CloudKitSync
import DataSync
import OpenSwiftData
import SyncTesting
import Testing

@Suite("Rules of servers for models")
struct ModelRulesTests {
  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: SyncedPerson.self, SyncedNote.self, SyncedTag.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func engineErrorsListEveryViolation() async throws {
    let container = try container()
    let provider = try await ProviderKind.cloudKitImitation.makePlace().provider()
    let violations = try container.cloudKitViolations()
    #expect(violations.count > 3)
    let error = try #require(throws: SyncError.self) { try SyncEngine(container, provider) }
    #expect(error.kind == .invalid)
    for violation in violations { #expect(error.message.contains(violation.description)) }
    #expect(error.message.contains("in \(violations.count) places:\n- "))
    // The advice is not part of the last violation.
    let advice = try #require(error.advice)
    #expect(advice.contains("ignoresModelRules"))
    #expect(error.description == "\(error.message)\n\(advice)")
  }

  @Test func modelRulesCanBeIgnored() async throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(SyncedPerson(name: "Ada"))
    try context.save()
    var options = SyncOptions()
    options.ignoresModelRules = true
    let provider = try await ProviderKind.cloudKitImitation.makePlace().provider()
    let report = try await SyncEngine(container, provider, options).syncNow()
    #expect(report.sent == 1)
    #expect(report.refused == 0)
  }

  @Test func otherServersHaveNoModelRules() throws {
    _ = try SyncEngine(container(), MemoryProvider(MemoryServer()))
  }
}
