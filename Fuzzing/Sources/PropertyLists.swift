import CoreDataFormat
import DataSchema
import Foundation
@testable import ModelGeneration

/// Fuzzes the metadata of stores, and models in the format of Xcode's editor.
@Sendable func propertyLists(_ bytes: UnsafeRawBufferPointer) {
  let data = Data(bytes)
  _ = BinaryPropertyList.value(of: data)
  _ = PropertyListText.string("_XCCurrentVersionName", in: data)
  readMetadata(data)
  let version = attempt(ModelGenerationError.self) {
    try EditedModelReader.version(data, at: "contents", named: "")
  }
  if let version { use(version) }
}

private func readMetadata(_ data: Data) {
  let read = attempt(StoreMetadataError.self) {
    try StoreMetadata(storeUUID: "A", propertyList: data)
  }
  guard let metadata = read else { return }
  _ = metadata.schema
  _ = metadata.holds(Library.model)
  guard let list = try? metadata.propertyList() else {
    fatalError("Metadata that were read cannot be written")
  }
  guard let again = try? StoreMetadata(storeUUID: "A", propertyList: list) else {
    fatalError("Metadata that were written cannot be read")
  }
  // Foundation cannot describe a date of NaN, so no message includes the values.
  require(
    areSame(.dictionary(again.other), .dictionary(metadata.other)),
    "Metadata were read with other values than were written")
  var (own, others) = (metadata, again)
  (own.other, others.other) = ([:], [:])
  require(own == others, "Metadata were read differently than written")
}

/// Whether two values are the same; unlike for `==`, NaN is the same as itself.
private func areSame(_ first: PropertyListValue, _ second: PropertyListValue) -> Bool {
  switch (first, second) {
  case (.real(let first), .real(let second)):
    first == second || first.isNaN && second.isNaN
  case (.date(let first), .date(let second)):
    areSame(
      .real(first.timeIntervalSinceReferenceDate), .real(second.timeIntervalSinceReferenceDate))
  case (.array(let first), .array(let second)):
    first.count == second.count && zip(first, second).allSatisfy(areSame)
  case (.dictionary(let first), .dictionary(let second)):
    first.count == second.count
      && first.allSatisfy { key, value in second[key].map { areSame(value, $0) } ?? false }
  default:
    first == second
  }
}

@Sendable func propertyListSeeds() throws -> [Data] {
  let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var metadata = StoreMetadata(model: Library.model, storeUUID: uuid)
  let whole = try metadata.propertyList()
  metadata.schema = nil
  metadata.other = [
    "a": .array([.integer(1), .real(0.5), .boolean(true), .date(Date(timeIntervalSince1970: 0))])
  ]
  let current = ["_XCCurrentVersionName": "Model 2.xcdatamodel"]
  return [
    whole, try metadata.propertyList(),
    try PropertyListSerialization.data(fromPropertyList: current, format: .binary, options: 0),
  ]
}
