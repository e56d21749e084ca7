import CodableStorage
import Foundation
import Testing

private enum Level: Int, Codable, CaseIterable {
  case low = 1
  case high = 2
  var doubled: Int { rawValue * 2 }
}
private struct Place: Codable {
  var latitude = 0.0
  var longitude = 0.0
}
private struct Email: Codable, RawRepresentable {
  var rawValue: String
}
private struct Address: Codable {
  var city = ""
  let zip: String
  var number = 1
  var place = Place()
  var old: Place?
  var note: String?
  var level = Level.low
  var email = Email(rawValue: "")
  var tags: [String] = []
  var isPrivate = false
  var watched = 1 { didSet {} }

  var upper: String { city.uppercased() }
  var alias: String { city }

  enum CodingKeys: String, CodingKey {
    case zip = "city"
    case city = "zip"
    case number = "n"
    case place, old, note, level, email, tags, isPrivate, watched
  }
}
private struct Single: Codable { var value = 1 }

@Suite("Member paths")
struct MemberPathTests {
  @Test func pathsOfStoredMembersAreFound() {
    #expect(memberPath(of: \Address.place, in: Address.self) == ["place"])
    #expect(memberPath(of: \Address.place.latitude, in: Address.self) == ["place", "latitude"])
    #expect(memberPath(of: \Address.place.longitude, in: Address.self) == ["place", "longitude"])
    #expect(memberPath(of: \Address.note, in: Address.self) == ["note"])
    #expect(memberPath(of: \Address.old, in: Address.self) == ["old"])
    #expect(memberPath(of: \Address.level, in: Address.self) == ["level"])
    #expect(memberPath(of: \Address.tags, in: Address.self) == ["tags"])
    #expect(memberPath(of: \Address.isPrivate, in: Address.self) == ["isPrivate"])
    #expect(memberPath(of: \Single.value, in: Single.self) == ["value"])
    #expect(memberPath(of: \Single.self, in: Single.self) == [])
  }

  @Test func pathsFollowRenamedKeys() {
    #expect(memberPath(of: \Address.city, in: Address.self) == ["zip"])
    #expect(memberPath(of: \Address.zip, in: Address.self) == ["city"])
    #expect(memberPath(of: \Address.number, in: Address.self) == ["n"])
  }

  @Test func pathsFollowOptionalChains() {
    #expect(memberPath(of: \Address?.?.city, in: Address?.self) == ["zip"])
    #expect(
      memberPath(of: \Address?.?.place.latitude, in: Address?.self) == ["place", "latitude"])
    #expect(memberPath(of: \Address.old?.latitude, in: Address.self) == ["old", "latitude"])
    #expect(memberPath(of: \Address?.?.note, in: Address?.self) == ["note"])
  }

  @Test func pathsOfRawValuesAreFound() {
    #expect(memberPath(of: \Level.rawValue, in: Level.self) == [])
    #expect(memberPath(of: \Email.rawValue, in: Email.self) == [])
    #expect(memberPath(of: \Address.email.rawValue, in: Address.self) == ["email"])
  }

  @Test func computedMembersHaveNoPath() {
    #expect(memberPath(of: \Address.upper, in: Address.self) == nil)
    #expect(memberPath(of: \Address.alias, in: Address.self) == nil)
    #expect(memberPath(of: \Address.city.count, in: Address.self) == nil)
    #expect(memberPath(of: \Address?.?.upper, in: Address?.self) == nil)
    #expect(memberPath(of: \Level.doubled, in: Level.self) == nil)
    #expect(memberPath(of: \Address.tags[0], in: Address.self) == nil)
    #expect(memberPath(of: \String.count, in: String.self) == nil)
  }

  @Test func keyPathsOfOtherRootsHaveNoPath() {
    #expect(memberPath(of: \Place.latitude, in: Address.self) == nil)
  }
}
