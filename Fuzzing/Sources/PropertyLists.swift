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
    fatalError("Metadata that were read cannot be written: \(metadata)")
  }
  let again = try? StoreMetadata(storeUUID: "A", propertyList: list)
  require(again == metadata, "Metadata are read as others than were written: \(metadata)")
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
