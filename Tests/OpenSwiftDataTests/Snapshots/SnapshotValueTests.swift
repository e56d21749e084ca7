import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

@Model
final class Consignment {
  enum Size: String, Codable { case small, large }
  struct Place: Codable, Hashable { var street: String; var number: Int }

  var weight: Double
  var size: Size
  var optionalSize: Size?
  var place: Place
  var stops: [Place]
  var marks: Set<String> = []
  @Attribute(.externalStorage) var picture: Data?
  @Attribute(.transformable(by: BackwardText.self)) var secret: String?
  @Transient var isOpen = false
  var label: String {
    get { "\(size) \(weight)" }
    set { weight = Double(newValue) ?? weight }
  }

  init(weight: Double, size: Size, place: Place) {
    self.weight = weight
    self.size = size
    self.place = place
    stops = [place]
  }
}

@Model
final class Voucher {
  var id: Int
  var values = ["a"]

  init(id: Int) { self.id = id }
}

extension Consignment {
  static let transformerIsRegistered: Void = ValueTransformer.setValueTransformer(
    BackwardText(), forName: NSValueTransformerName("BackwardText"))
}

/// Stores texts reversed.
final class BackwardText: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data(String($0.reversed()).utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
  }
}

@Suite("Values of snapshots")
struct SnapshotValueTests {
  private func parcel() -> Consignment {
    Consignment.transformerIsRegistered
    let parcel = Consignment(weight: 1.5, size: .small, place: .init(street: "Main", number: 1))
    parcel.marks = ["a", "b"]
    parcel.picture = Data(repeating: 7, count: 200_000)
    parcel.secret = "hidden"
    return parcel
  }

  @Test func everyTypeOfAttributeIsReadAndApplied() throws {
    let context = try TestStore(.file, for: Consignment.self).makeContext()
    let parcel = parcel()
    context.insert(parcel)
    try context.save()
    var snapshot = ModelSnapshot(parcel)
    #expect(snapshot.size == .small)
    #expect(snapshot.optionalSize == nil)
    #expect(snapshot.marks == ["a", "b"])
    #expect(snapshot.place.number == 1)
    #expect(snapshot.stops.count == 1)
    #expect(snapshot.picture?.count == 200_000)
    #expect(snapshot.secret == "hidden")
    snapshot.size = .large
    snapshot.optionalSize = .small
    snapshot.place.number = 2
    snapshot.stops.append(snapshot.place)
    snapshot.marks = []
    snapshot.picture = Data([1])
    snapshot.secret = "other"
    try context.apply(snapshot)
    try context.save()
    let other = ModelContext(context.container)
    let read = try #require(try other.fetch(FetchDescriptor<Consignment>()).first)
    #expect(read.size == .large)
    #expect(read.optionalSize == .small)
    #expect(read.place.number == 2)
    #expect(read.stops.map(\.number) == [1, 2])
    #expect(read.marks.isEmpty)
    #expect(read.picture == Data([1]))
    #expect(read.secret == "other")
    snapshot = ModelSnapshot(read)
    snapshot.optionalSize = nil
    snapshot.secret = nil
    snapshot.picture = nil
    try other.apply(snapshot)
    #expect(read.optionalSize == nil)
    #expect(read.secret == nil)
    #expect(read.picture == nil)
  }

  @Test func snapshotsSurviveEncoding() throws {
    let context = try TestStore(.memory, for: Consignment.self).makeContext()
    let parcel = parcel()
    context.insert(parcel)
    try context.save()
    var snapshot = ModelSnapshot(parcel)
    let plain = try JSONEncoder().encode(snapshot)
    #expect(try JSONDecoder().decode(ModelSnapshot<Consignment>.self, from: plain) == snapshot)
    snapshot.weight = 2
    let data = try JSONEncoder().encode(snapshot)
    let decoded = try JSONDecoder().decode(ModelSnapshot<Consignment>.self, from: data)
    #expect(decoded == snapshot)
    #expect(decoded.changedPropertyNames == ["weight"])
    parcel.weight = 3
    #expect(throws: SnapshotConflict<Consignment>.self) { try context.apply(decoded) }
    #expect(throws: SwiftDataError.valueCannotBeRead) {
      try JSONDecoder().decode(ModelSnapshot<Chore>.self, from: data)
    }
  }

  @Test func propertiesMayHaveNamesThatSnapshotsHave() throws {
    let context = try TestStore(.memory, for: Voucher.self).makeContext()
    let voucher = Voucher(id: 7)
    context.insert(voucher)
    var snapshot = ModelSnapshot(voucher)
    #expect(snapshot.id == voucher.persistentModelID)
    #expect(snapshot[dynamicMember: \.id] == 7)
    #expect(snapshot[dynamicMember: \.values] == ["a"])
    snapshot[dynamicMember: \.id] = 8
    try context.apply(snapshot)
    #expect(voucher.id == 8)
  }

  @Test func propertiesThatAreNotStoredAreRefused() throws {
    let context = try TestStore(.memory, for: Consignment.self).makeContext()
    let parcel = parcel()
    context.insert(parcel)
    var snapshot = ModelSnapshot(parcel)
    snapshot.label = "9"
    #expect(!snapshot.hasChanges)
    let error = try #require(throws: SwiftDataError.self) { try context.apply(snapshot) }
    #expect(error == .unsupportedKeyPath)
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.insert(snapshot) }
    #expect(parcel.weight == 1.5)
  }
}
