import Foundation
import SyncPort
import Testing

@testable import DataSync

/// For any values from a server, no resolver traps, and the result does not depend on which side is
/// local.
@Suite("Values that resolvers are asked about")
struct ResolverValueTests {
  private static let values: [SyncValue] = [
    .null, .bool(true), .bool(false), .integer(.min), .integer(.max), .integer(0), .real(.nan),
    .real(.infinity), .real(-.infinity), .real(.greatestFiniteMagnitude), .real(-0.0),
    .decimal(.nan),
    .decimal(.greatestFiniteMagnitude), .decimal(1), .text(""), .text("\u{E9}"), .text("e\u{301}"),
    .date(.distantPast), .date(Date(timeIntervalSinceReferenceDate: .nan)),
    .data(Data()), .data(Data("[1,2]".utf8)), .data(Data(#"["a",{"b":[1]}]"#.utf8)),
    .data(Data("[1,".utf8)), .data(Data(repeating: 0x5B, count: 3_000)), .data(Data([0xFF, 0xFE])),
    .uuid(UUID()), .reference("a"), .list([.integer(1)]), .composite(["a": .null]),
    .file(SyncFile(digest: "", size: -1)),
  ]

  private static let resolvers: [(String, SyncResolver)] = [
    ("maximum", .maximum("E")), ("minimum", .minimum("E")), ("sum", .sum("E")),
    ("union", .union("E")), ("bothTexts", .bothTexts("E")),
  ]

  @Test(arguments: resolvers.indices)
  func valuesAreResolvedAlikeFromBothSides(_ number: Int) {
    let (name, resolver) = Self.resolvers[number]
    func decide(_ base: SyncValue?, _ mine: SyncValue, _ theirs: SyncValue, _ isLater: Bool)
      -> SyncValue?
    {
      resolver.decide(
        SyncResolver.Conflict(
          entity: "E", property: "p", base: base, mine: mine, theirs: theirs, mineIsLater: isLater))
    }
    for base in [nil] + Self.values.map(Optional.some) {
      for mine in Self.values {
        for theirs in Self.values {
          let here = decide(base, mine, theirs, true) ?? mine
          let there = decide(base, theirs, mine, false) ?? mine
          #expect(
            Self.comparable(here, name) == Self.comparable(there, name),
            "\(name) of \(mine) and \(theirs)")
        }
      }
    }
  }

  /// The elements of a set, whose order comes from one of the sides.
  private static func comparable(_ value: SyncValue, _ name: String) -> SyncValue {
    guard name == "union", case .data(let bytes) = value,
      let list = try? JSONSerialization.jsonObject(with: bytes) as? [Any]
    else { return value }
    return .text(list.map { "\($0)" }.sorted().joined(separator: "\n"))
  }
}
