import Foundation
import OpenSwiftData
import Testing

/// Foundation can print only its own nodes; for any other node, it ends the process.
@Suite("Printed predicates")
struct PrintedPredicateTests {
  @Model final class Part {
    var text: String = ""
    var number: Int = 0
    var size: Double = 0
    var flag: Bool = false
    var choice: Int?
    var word: String?
    var shape: Shape?
    var due: Date = Date(timeIntervalSinceReferenceDate: 0)
    var whole: Part?
    @Relationship(inverse: \Part.whole) var parts: [Part] = []
    init(_ text: String, _ number: Int) {
      self.text = text
      self.number = number
    }
  }
  struct Shape: Codable { var sides = 3 }

  private static let inner = #Predicate<Part> { $0.number > 1 }
  private static let needle: String? = "x"

  // swift-format-ignore: NeverForceUnwrap
  private static let forced = #Predicate<Part> { $0.text.hasPrefix(needle!) }

  /// A predicate for each type of node, and text that its description contains.
  private static var predicates: [(Predicate<Part>, String)] {
    [
      (#Predicate { $0.number > 1 }, "> "),
      (#Predicate { $0.text.hasPrefix("x") }, #"$0.text.hasPrefix("x")"#),
      (#Predicate { $0.text.hasSuffix("x") }, #"$0.text.hasSuffix("x")"#),
      (#Predicate { inner.evaluate($0) }, "{ ($0.number > 1) }.evaluate($0)"),
      (#Predicate { $0.number + 1 > 2 }, "(($0.number + 1) > 2)"),
      (#Predicate { $0.number / 2 % 3 == 1 }, "((($0.number / 2) % 3) == 1)"),
      (#Predicate { $0.choice == 3 }, "== "),
      (#Predicate { $0.choice == $0.number }, "($0.choice == $0.number)"),
      (#Predicate { ($0.choice ?? 1) == 3 }, " ?? "),
      (#Predicate { $0.shape == nil }, "$0.shape == nil"),
      (#Predicate { $0.text.lowercased() == "x" }, #"($0.text.lowercased() == "x")"#),
      (#Predicate { $0.text.uppercased() == "X" }, #"($0.text.uppercased() == "X")"#),
      (#Predicate { $0.text + "a" == "xa" }, #"(($0.text + "a") == "xa")"#),
      (
        #Predicate { $0.text.localizedStandardContains("x") },
        #"$0.text.localizedStandardContains("x")"#
      ),
      (
        #Predicate { $0.text.localizedCaseInsensitiveContains("x") },
        #"$0.text.localizedCaseInsensitiveContains("x")"#
      ),
      (
        #Predicate { $0.text.caseInsensitiveCompare("X") == .orderedSame },
        #"$0.text.caseInsensitiveCompare("X")"#
      ),
      (
        #Predicate { $0.text.localizedStandardCompare("X") == .orderedSame },
        #"$0.text.localizedStandardCompare("X")"#
      ),
      (#Predicate { abs($0.number) > 1 }, "($0.number.magnitude > 1)"),
      (#Predicate { $0.text.matchesText("x") }, #"$0.text.matchesText("x")"#),
      (
        #Predicate { $0.parts.contains { $0.text.hasPrefix("x") } },
        #"$0.parts.contains { $1 in $1.text.hasPrefix("x") }"#
      ),
      (forced, #"$0.text.hasPrefix("x")"#),
      (
        #Predicate { needle == nil || $0.text.hasPrefix(needle ?? "") },
        #"$0.text.hasPrefix("x")"#
      ),
      (
        #Predicate { $0.flag && !$0.text.hasPrefix("x") || $0.size < 2 },
        #"(($0.flag && !$0.text.hasPrefix("x")) || ($0.size < 2.0))"#
      ),
      (
        #Predicate { ($0.word?.hasPrefix("x") ?? false) && $0.whole?.number == 2 },
        #"hasPrefix("x")"#
      ),
    ]
  }

  @Test func everyKindOfNodeIsPrinted() {
    for (predicate, text) in Self.predicates {
      let (plain, debug) = (predicate.description, predicate.debugDescription)
      #expect(plain.contains(text))
      #expect("\(predicate)" == plain)
      // Foundation's form for debugging: the type with its inputs, and every node.
      #expect(debug.contains("Predicate<"))
      #expect(debug.contains("Part"))
      #expect(String(reflecting: predicate) == debug)
      #expect("\([predicate])" == "[\(debug)]")
      #expect("\(Optional(predicate) as Any)" == "Optional(\(debug))")
    }
  }

  @Test func descriptorsAndErrorsWithPredicatesArePrinted() {
    struct Failure: Error { var predicate: Predicate<Part> }
    for (predicate, _) in Self.predicates {
      let descriptor = FetchDescriptor(predicate: predicate)
      #expect(!"\(descriptor)".isEmpty)
      #expect(!String(reflecting: descriptor).isEmpty)
      #expect(!"\(Failure(predicate: predicate))".isEmpty)
      var dumped = ""
      dump(predicate, to: &dumped)
      #expect(!dumped.isEmpty)
    }
  }

  @Test func printablePredicatesFindMatchingModels() throws {
    let container = try ModelContainer(
      for: Part.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (first, second) = (Part("x-ray", 4), Part("Yes", 0))
    for part in [first, second] { context.insert(part) }
    first.choice = 3
    try context.save()
    let predicates = Self.predicates.map(\.0)
    for predicate in predicates {
      let found = try Set(
        ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map(\.text))
      let expected = Set(
        [first, second].filter { (try? predicate.evaluate($0)) == true }.map(\.text))
      #expect(found == expected, "\(predicate)")
      #expect(FetchDescriptor(predicate: predicate) == FetchDescriptor(predicate: predicate))
    }
    #expect(
      FetchDescriptor(predicate: #Predicate<Part> { $0.text.hasPrefix("x") })
        != FetchDescriptor(predicate: #Predicate<Part> { $0.text.hasPrefix("y") }))
    #expect(
      FetchDescriptor(predicate: #Predicate<Part> { $0.text.hasPrefix("x") })
        == FetchDescriptor(predicate: #Predicate<Part> { $0.text.hasPrefix("x") }))
  }

  @Test func deepPredicatesArePrintedInPart() {
    var predicate = #Predicate<Part> { $0.text.hasPrefix("x") }
    for _ in 0..<200 {
      let inner = predicate
      predicate = #Predicate<Part> { inner.evaluate($0) || $0.flag }
    }
    #expect(predicate.description.contains("…"))
  }
}
