import Foundation
import OpenSwiftData
import StoreTesting
import Testing

/// Fetches from one location in the source share a statement and bind different constants.
@Suite("Fetches that share a statement")
struct FetchTemplateTests {
  @Model final class Sample {
    var text: String
    var note: String?
    var number: Int
    var score: Double
    var isMarked: Bool
    var date: Date

    init(text: String, note: String?, number: Int, score: Double, isMarked: Bool, date: Date) {
      (self.text, self.note, self.number) = (text, note, number)
      (self.score, self.isMarked, self.date) = (score, isMarked, date)
    }
  }

  private static let texts = ["", "a", "b", "ab", "é", "e\u{301}", "Ä", "nul\u{0}", "z"]
  private static let scores = [0, -0.0, 1.5, -2, .infinity, -.infinity, .nan, 1e300]

  private static func sample(_ random: inout SeededGenerator) -> Sample {
    Sample(
      text: texts.randomElement(using: &random) ?? "",
      note: Bool.random(using: &random) ? nil : texts.randomElement(using: &random),
      number: Int.random(in: -3...3, using: &random),
      score: scores.randomElement(using: &random) ?? 0, isMarked: Bool.random(using: &random),
      date: Date(timeIntervalSinceReferenceDate: Double.random(in: 0...3, using: &random).rounded())
    )
  }

  /// Creates each predicate at one location in the source, with different constants at each call.
  private static func predicates(_ one: Sample, _ other: Sample) -> [Predicate<Sample>] {
    let (text, note, number) = (one.text, one.note, one.number)
    let (score, mark, date) = (one.score, one.isMarked, one.date)
    let (text2, number2) = (other.text, other.number)
    return [
      #Predicate { $0.text == text },
      #Predicate { $0.text != text && $0.number > number },
      #Predicate { $0.note == note },
      #Predicate { $0.note != text },
      #Predicate { $0.number >= number || $0.number == number2 },
      #Predicate { $0.score <= score },
      #Predicate { $0.score == score },
      #Predicate { $0.isMarked == mark },
      #Predicate { !($0.date < date) && $0.isMarked },
      #Predicate { $0.text == text || $0.text == text2 },
      #Predicate { $0.text > text },
      #Predicate { $0.text.contains(text) },
    ]
  }

  @Test(arguments: Backend.available)
  func sharedStatementsFindWhatMemoryFinds(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Sample.self)
    var random = SeededGenerator(seed: 42)
    let context = store.makeContext()
    for _ in 0..<60 { context.insert(Self.sample(&random)) }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Sample>())
    for _ in 0..<150 {
      let (one, other) = (Self.sample(&random), Self.sample(&random))
      for predicate in Self.predicates(one, other) {
        let expected = try all.filter(predicate.evaluate)
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.date)])
        #expect(Set(try context.fetch(descriptor)) == Set(expected), "\(predicate)")
        #expect(try context.fetchCount(descriptor) == expected.count)
        descriptor.fetchLimit = Int.random(in: 0...3, using: &random)
        descriptor.fetchOffset = Int.random(in: 0...3, using: &random)
        let page = try context.fetch(descriptor)
        let whole = expected.sorted {
          ($0.date, $0.persistentModelID) < ($1.date, $1.persistentModelID)
        }
        #expect(
          page
            == Array(
              whole.dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? 0)))
        #expect(try context.fetchCount(descriptor) == page.count)
      }
    }
  }

  @Test func pendingChangesAreSeenAfterATemplateWasMade() throws {
    let store = try TestStore(.memory, for: Sample.self)
    let context = store.makeContext()
    var random = SeededGenerator(seed: 1)
    let sample = Self.sample(&random)
    sample.number = 1
    context.insert(sample)
    try context.save()
    func find(_ number: Int) throws -> [Sample] {
      try context.fetch(FetchDescriptor(predicate: #Predicate<Sample> { $0.number == number }))
    }
    #expect(try find(1) == [sample])
    #expect(try find(2) == [])
    sample.number = 2
    #expect(try find(1) == [])
    #expect(try find(2) == [sample])
    context.rollback()
    #expect(try find(1) == [sample])
    #expect(try find(2) == [])
  }

  @Test func oneStatementIsCompiledForManyConstants() throws {
    let store = try TestStore(.memory, for: Sample.self)
    let context = store.makeContext()
    let statements = try statements(in: store.container) {
      for number in 0..<20 {
        _ = try context.fetch(
          FetchDescriptor(predicate: #Predicate<Sample> { $0.number == number }))
      }
    }
    #expect(Set(statements).count == 1, "\(statements)")
  }
}
