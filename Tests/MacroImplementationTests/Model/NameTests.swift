import Foundation
import SwiftData
import Testing

@Model
final class Oddity {
  var `self`: Int = 1
  var `default`: Int = 2
  var `class`: String = "c"
  var `init`: Int = 4
  var select: Int = 5
  var rowid: Int = 9
  var zpk: Int = 11
  var name: Int = 17
  var Name: Int = 18
  var größe: Int = 21
  var 😀: Int = 22
  var hash: Int = 23
  var context: Int = 24
  var `two words`: Int = 30
  var `quote"d`: Int = 31
  var `semi;--`: Int?
  var `a.b`: [String] = ["x"]
  var _hidden: Int = 34
  var `true`: Bool = true
  var row: Int = 40
  var mask: Int = 41
  var index: Int = 42
  var initialValue: Int = 43
  var newValue: Int = 44
  var `other one`: Oddity?
  #Index<Oddity>([\.`two words`], [\.`quote"d`, \.name])
  init() {}
}

@Suite("Names of properties")
struct NameTests {
  @Test func namesMayBeAnythingThatSwiftAccepts() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let context = ModelContext(try ModelContainer(for: Oddity.self, configurations: memory))
    let odd = Oddity()
    odd.`quote"d` = 99
    odd.Name = 50
    odd.😀 = 7
    odd.`self` += 10
    odd.`a.b`.append("y")
    odd.`semi;--` = 3
    odd.`other one` = odd
    context.insert(odd)
    try context.save()

    let other = ModelContext(context.container)
    let predicate = #Predicate<Oddity> {
      $0.`quote"d` == 99 && $0.😀 == 7 && $0.name == 17 && $0.Name == 50 && $0.`self` == 11
        && $0.`two words` == 30
    }
    let found = try other.fetch(
      FetchDescriptor(
        predicate: predicate, sortBy: [SortDescriptor(\.`semi;--`), SortDescriptor(\.größe)]))
    let fetched = try #require(found.first)
    #expect(fetched.`other one` === fetched)
    #expect(fetched.`a.b` == ["x", "y"])
    let numbers: [Int] = [fetched.row, fetched.mask, fetched.index, fetched.newValue]
    #expect(numbers == [40, 41, 42, 44])
    fetched.`two words` = -1
    fetched.`init` += 1
    try other.save()
    #expect(context.hasChanges == false)
    let names = Oddity.schemaMetadata.map(\.name).filter { !$0.isEmpty }
    #expect(names.contains("quote\"d"))
    #expect(names.contains("semi;--"))
  }
}
